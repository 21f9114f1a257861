import { spawn, spawnSync } from 'node:child_process'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import http from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { tieGroup } from '#kit/tie-group.ts'
import { folderOf, reasonFileOf, type ServerName, servers } from './catalogue.mjs'

export type Server = {
  readonly name: ServerName
  readonly version: string
  /** One a node. */
  readonly urls: readonly string[]
  readonly startedInMs: number
  /** As a power failure would. Returns when the process is gone. */
  readonly kill: (node: number) => Promise<void>
  readonly stop: () => Promise<void>
}

export type ServerWish = {
  readonly nodes?: number
  /** Lines of the server’s own configuration, beyond what makes it small and local. */
  readonly settings?: Readonly<Record<string, string>>
  /** Files beside its configuration. */
  readonly files?: Readonly<Record<string, string>>
  /** Plugins that it is started without. */
  readonly without?: readonly string[]
}

export type FoundServer = { readonly kind: 'present' } | { readonly kind: 'absent'; readonly reason: string }

/** Whether a server can be started here and now. Tests that need one are skipped with the reason. */
export function findServer(name: ServerName, { nodes = 1 }: ServerWish = {}): FoundServer {
  const reason = whyNone(name, nodes)
  return reason === null ? { kind: 'present' } : { kind: 'absent', reason }
}

function whyNone(name: ServerName, nodes: number): string | null {
  if (process.env['KEEL_TEST_SERVERS'] === undefined) return '`npm run test:servers` runs it'
  if (!existsSync(folderOf(name))) return whyNotFetched(name)
  if (findJava().kind === 'absent') return 'no Java from 17 to 23 was found'
  const megabytes = Math.floor(process.availableMemory() / 1024 ** 2)
  return megabytes < nodes * NODE_MEGABYTES
    ? `${nodes * NODE_MEGABYTES} MB of memory are needed, and ${megabytes} MB are free`
    : null
}

const NODE_MEGABYTES = 700

function whyNotFetched(name: ServerName): string {
  const file = reasonFileOf(name)
  const why = existsSync(file) ? `: ${readFileSync(file, 'utf8')}` : ''
  return `${name} ${servers[name].version} could not be fetched${why}`
}

/** Starts a server on loopback: each node a process, with folders of its own that go with it. It ends with the test run at the latest. */
export async function startServer(name: ServerName, wish: ServerWish = {}): Promise<Server> {
  const began = performance.now()
  const java = findJava()
  if (java.kind === 'absent') throw new Error('There is no Java.')
  const scratch = mkdtempSync(join(tmpdir(), `keel-${name}-`))
  const owner = ownerOf(scratch)
  const home = join(scratch, 'home')
  cpSync(folderOf(name), home, { recursive: true })
  for (const plugin of wish.without ?? []) rmSync(join(home, 'plugins', plugin), { recursive: true })
  const count = wish.nodes ?? 1
  const ports = await freePorts(count * 2)
  const peers = ports.slice(count)
  const nodes = ports.slice(0, count).map((port, number) => {
    const folder = join(scratch, `node-${number}`)
    writeNode({ name, folder, home, wish, number, port, peers })
    give(scratch, owner)
    return startNode({ name, folder, home, owner, java: java.home, port })
  })
  const stop = async () => {
    await Promise.all(nodes.map(({ kill }) => kill()))
    rmSync(scratch, { recursive: true, force: true, maxRetries: 3 })
  }
  try {
    await Promise.all(nodes.map((node) => whenUp(node, count)))
  } catch (error) {
    await stop()
    throw error
  }
  return {
    name,
    version: servers[name].version,
    urls: nodes.map(({ url }) => url),
    startedInMs: Math.round(performance.now() - began),
    kill: async (number) => nodes[number]?.kill(),
    stop,
  }
}

type NodeFiles = {
  readonly name: ServerName
  readonly folder: string
  readonly home: string
  readonly wish: ServerWish
  readonly number: number
  readonly port: number
  readonly peers: readonly number[]
}

function writeNode({ name, folder, home, wish, number, port, peers }: NodeFiles): void {
  for (const part of ['config', 'data', 'logs', 'tmp']) mkdirSync(join(folder, part), { recursive: true })
  for (const file of ['jvm.options', 'log4j2.properties'])
    writeFileSync(join(folder, 'config', file), readFileSync(join(home, 'config', file)))
  mkdirSync(join(folder, 'config', 'jvm.options.d'))
  const together: Record<string, string> =
    peers.length === 1
      ? { 'discovery.type': 'single-node' }
      : {
          'discovery.seed_hosts': JSON.stringify(peers.map((peer) => `127.0.0.1:${peer}`)),
          [name === 'opensearch' ? 'cluster.initial_cluster_manager_nodes' : 'cluster.initial_master_nodes']:
            JSON.stringify(peers.map((_, peer) => `node-${peer}`)),
        }
  const settings: Record<string, string> = {
    'cluster.name': `keel-${process.pid}-${peers[0]}`,
    'node.name': `node-${number}`,
    'path.data': join(folder, 'data'),
    'path.logs': join(folder, 'logs'),
    'network.host': '127.0.0.1',
    'http.port': `${port}`,
    'transport.port': `${peers[number]}`,
    // A disk that is nearly full is no reason to refuse a few megabytes.
    'cluster.routing.allocation.disk.threshold_enabled': 'false',
    'action.destructive_requires_name': 'false',
    ...(name === 'elasticsearch' ? { 'xpack.security.enabled': 'false' } : {}),
    ...together,
    ...wish.settings,
  }
  const lines = Object.entries(settings).map(([key, value]) => `${key}: ${value}\n`)
  writeFileSync(join(folder, 'config', `${name}.yml`), lines.join(''))
  for (const [file, text] of Object.entries(wish.files ?? {}))
    writeFileSync(join(folder, 'config', file), text)
}

type Owner = { readonly uid: number; readonly gid: number } | null

/** Neither server runs as root, and so there it is nobody’s. */
function ownerOf(scratch: string): Owner {
  if (process.getuid?.() !== 0) return null
  const id = (flag: string) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout)
  const owner = { uid: id('-u'), gid: id('-g') }
  give(scratch, owner)
  return owner
}

function give(folder: string, owner: Owner): void {
  if (owner === null) return
  chownSync(folder, owner.uid, owner.gid)
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (existsSync(join(folder, entry))) chownSync(join(folder, entry), owner.uid, owner.gid)
}

type NodeStart = {
  readonly name: ServerName
  readonly folder: string
  readonly home: string
  readonly owner: Owner
  readonly java: string
  readonly port: number
}

type RunningNode = {
  readonly url: string
  readonly isRunning: () => boolean
  readonly said: () => string
  readonly kill: () => Promise<void>
}

function startNode({ name, folder, home, owner, java, port }: NodeStart): RunningNode {
  const prefix = name === 'elasticsearch' ? 'ES' : 'OPENSEARCH'
  const child = spawn(join(home, 'bin', name), [], {
    cwd: folder,
    ...owner,
    // A process group of its own can be ended as a whole, and nobody else’s with it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      LANG: 'C.UTF-8',
      [`${prefix}_JAVA_HOME`]: java,
      [`${prefix}_PATH_CONF`]: join(folder, 'config'),
      [`${prefix}_TMPDIR`]: join(folder, 'tmp'),
      // Small, and soon up: it lives for minutes.
      [`${prefix}_JAVA_OPTS`]: '-Xms256m -Xmx384m -XX:TieredStopAtLevel=1',
    },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-20_000)
    })
  const group = child.pid
  const untie = group === undefined ? () => {} : tieGroup(group)
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  let isRunning = group !== undefined
  void ended.then(() => {
    isRunning = false
  })
  return {
    url: `http://127.0.0.1:${port}`,
    isRunning: () => isRunning,
    said: () => said,
    kill: async () => {
      try {
        if (group !== undefined) process.kill(-group, 'SIGKILL')
      } catch {
        // It has ended by itself.
      }
      await ended
      untie()
    },
  }
}

/** A node is up when it knows of all the others. */
async function whenUp(node: RunningNode, count: number): Promise<void> {
  const until = performance.now() + START_MS
  while (performance.now() < until) {
    if (!node.isRunning()) throw new Error(`The server ended at once:\n${node.said()}`)
    if (await isUp(node.url, count)) return
    await sleep(250)
  }
  throw new Error(`The server was not up within ${START_MS / 1000} seconds:\n${node.said()}`)
}

const START_MS = 180_000

/** Whoever asks for a name and a password is up, too. */
async function isUp(url: string, count: number): Promise<boolean> {
  const { status, body } = await ask(`${url}/_cluster/health`)
  if (status !== 200) return status === 401
  return (JSON.parse(body) as { number_of_nodes: number }).number_of_nodes === count
}

function ask(url: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve) => {
    const none = () => resolve({ status: 0, body: '' })
    http
      .get(url, { timeout: 5000 }, (answer) => {
        let body = ''
        answer.setEncoding('utf8').on('data', (text: string) => {
          body += text
        })
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body })).on('error', none)
      })
      .on('error', none)
      .on('timeout', none)
  })
}

/** All are held until the last is found, so that none is found twice. */
async function freePorts(count: number): Promise<number[]> {
  const doors = await Promise.all(
    Array.from({ length: count }, async () => {
      const door = createServer()
      await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
      return door
    }),
  )
  const ports = doors.map((door) => (door.address() as AddressInfo).port)
  await Promise.all(doors.map((door) => new Promise((resolve) => door.close(resolve))))
  return ports
}

type FoundJava = { readonly kind: 'present'; readonly home: string } | { readonly kind: 'absent' }

/** That of `JAVA_HOME`, or the one that `java` is. */
function findJava(): FoundJava {
  const named = process.env['JAVA_HOME']
  const program = named === undefined ? 'java' : join(named, 'bin', 'java')
  const said =
    spawnSync(program, ['-XshowSettings:properties', '-version'], { encoding: 'utf8' }).stderr ?? ''
  const home = /java\.home = (.+)/.exec(said)?.[1]
  const version = Number(/java\.specification\.version = (\d+)/.exec(said)?.[1])
  return home !== undefined && version >= 17 && version <= 23 ? { kind: 'present', home } : { kind: 'absent' }
}
