import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Fault } from '#words/fault.ts'
import { answerRequest, type Stage } from './answer-request.ts'
import { readScenario, type Variables } from './read-scenario.ts'
import { type LoggedRequest, openRequestLog } from './request-log.ts'
import type { Scenario, ScenarioInput } from './scenario.ts'

export type ScriptedModelOptions = {
  /** A YAML or JSON file, or what would stand in one. */
  readonly scenario: string | ScenarioInput
  /** What `${name}` stands for in whatever the model says. */
  readonly variables?: Variables
  /** One JSON line a request. */
  readonly logFile?: string
  /** Any free one where none is given. */
  readonly port?: number
  readonly now?: () => Date
}

export type ScriptedModel = {
  /** Without a path: `http://127.0.0.1:1234`. */
  readonly url: string
  readonly requests: () => readonly LoggedRequest[]
  /** Ends at once, whoever is still waiting for an answer. */
  readonly close: () => Promise<void>
}

/** A model on loopback that says what a scenario has it say, on every wire that hosts and clients speak. */
export async function startScriptedModel({
  scenario: source,
  variables = {},
  logFile,
  port = 0,
  now = () => new Date(),
}: ScriptedModelOptions): Promise<ScriptedModel> {
  const scenario = mustRead(source, variables)
  const stage: Stage = {
    scenario,
    log: openRequestLog({ file: logFile, now }),
    progress: new Map(),
    run: randomBytes(4).toString('hex'),
    now,
  }
  const server = createServer((request, response) => void answerRequest({ stage, request, response }))
  refuseUpgrades(server, stage)
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: stage.log.entries,
    close: () => closeServer(server),
  }
}

function mustRead(source: string | ScenarioInput, variables: Variables): Scenario {
  const read = readScenario(source, variables)
  if (read.kind === 'valid') return read.scenario
  const name = typeof source === 'string' ? source : 'the scenario'
  const problems = read.problems.map(({ path, message }) => `  ${path === '' ? '' : `${path}: `}${message}`)
  throw new Fault({
    kind: 'config',
    code: 'scenario-invalid',
    message: `${name} cannot be played:\n${problems.join('\n')}`,
  })
}

/** Whoever would rather talk over a web socket is sent back to plain requests, which is what hosts fall back to. */
function refuseUpgrades(server: Server, { log }: Stage): void {
  server.on('upgrade', ({ method = 'GET', url = '/', headers }, socket) => {
    log.append({
      method,
      path: url,
      headers,
      wire: null,
      lane: null,
      step: null,
      answer: 'aside',
      body: null,
    })
    socket.on('error', () => {})
    socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
  })
}

async function closeServer(server: Server): Promise<void> {
  if (!server.listening) return
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}
