/** The real programs, each with the agent file that `keel init` writes for it. What is not installed is skipped by name. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startScriptedModel } from '../../src/models/scripted/start-scripted-model.ts'
import { keel, scratch } from '../contracts/program.ts'
import { programNames } from './program-cache.mjs'
import { findProgram, type ProgramName, runProgram } from './programs.ts'
import { recipes, type Setting, type ToolCall } from './recipes.ts'

const MAPPER = 'repo-mapper'
const PROMPT = 'Ask the mapper'
const TASK = 'Which file says hello'

type Asking = {
  readonly call: ToolCall
  /** All that the sub-agent may be offered. */
  readonly tools: readonly string[]
  readonly prepare?: (setting: Setting) => void
}

const request = { description: 'map', prompt: TASK }
const askings: Partial<Record<ProgramName, Asking>> = {
  'claude-code': {
    call: { name: 'Agent', input: { ...request, subagent_type: MAPPER, run_in_background: false } },
    tools: ['Glob', 'Grep', 'Read'],
  },
  'gemini-cli': {
    call: { name: 'invoke_agent', input: { agent_name: MAPPER, prompt: TASK } },
    tools: ['complete_task', 'glob', 'grep_search', 'read_file'],
    prepare: acknowledge,
  },
  opencode: {
    call: { name: 'task', input: { ...request, subagent_type: MAPPER } },
    tools: ['glob', 'grep', 'read'],
  },
  copilot: {
    call: { name: 'task', input: { ...request, name: 'map', agent_type: MAPPER, mode: 'sync' } },
    tools: ['glob', 'grep', 'view'],
  },
}

describe.each(programNames.filter((name) => askings[name] !== undefined))('%s', (name) => {
  const found = findProgram(name)
  const promise = 'offers the repo-mapper, gives it nothing but tools that read, and lets it write nothing'
  if (found.kind === 'absent') it.skip(`${promise}: ${found.reason}`, () => {})
  else it(promise, { timeout: 150_000 }, () => offersTheMapper(name, found.path))
})

async function offersTheMapper(name: ProgramName, path: string): Promise<void> {
  const { home, project } = scratch()
  const asking = askings[name]
  if (asking === undefined) throw new Error(`${name} is not asked`)
  mkdirSync(join(project, '.git'))
  expect(keel(['init', '--host', name], { cwd: project, home })).toMatchObject({ code: 0 })
  const { setUp, words, input, environment, write } = recipes[name]
  const file = join(project, 'note.txt')
  const model = await startScriptedModel({
    scenario: {
      lanes: [
        {
          name: 'mapper',
          when: { body: TASK, not: { body: PROMPT } },
          steps: [{ tools: [write({ path: file, content: 'x\n' })] }],
          otherwise: { text: 'not found' },
        },
        {
          name: 'main',
          when: { hasTools: true },
          steps: [{ tools: [asking.call] }],
          otherwise: { text: 'Done.' },
        },
      ],
    },
  })
  onTestFinished(model.close)
  const setting = { home, project, url: model.url }
  setUp(setting)
  asking.prepare?.(setting)
  const outcome = await runProgram({
    path,
    words: words(PROMPT, setting),
    input: input(PROMPT),
    cwd: project,
    home,
    environment: environment(setting),
    timeoutMs: 120_000,
  })
  expect(outcome).toMatchObject({ code: 0, timedOut: false })
  const asked = model.requests().map(({ lane, body }) => ({ lane, text: JSON.stringify(body), body }))
  const mapper = asked.filter(({ lane }) => lane === 'mapper')
  expect(asked.find(({ lane }) => lane === 'main')?.text).toContain('symbols and lines of this repository')
  expect(mapper.length).toBeGreaterThan(1)
  for (const { text, body } of mapper) {
    expect(text).toContain('You are the repo-mapper')
    expect(toolNames(body).sort()).toEqual(asking.tools)
  }
  expect(existsSync(file)).toBe(false)
}

/** What a person does at the start of the program, who is shown the new agents of a project. */
function acknowledge({ home, project }: Setting): void {
  const content = readFileSync(join(project, `.gemini/agents/${MAPPER}.md`))
  const hash = createHash('sha256').update(content).digest('hex')
  const folder = join(home, '.gemini', 'acknowledgments')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'agents.json'), JSON.stringify({ [project]: { [MAPPER]: hash } }))
}

type Offered = { readonly name?: string; readonly function?: { readonly name: string } }

/** Each wire lists tools in its own way. */
function toolNames(body: unknown): string[] {
  const { tools = [] } = body as { tools?: readonly (Offered & { functionDeclarations?: Offered[] })[] }
  return tools
    .flatMap((tool): Offered[] => tool.functionDeclarations ?? [tool])
    .map((tool) => tool.function?.name ?? tool.name ?? '')
}
