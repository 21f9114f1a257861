import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { beads } from '#loop/tasks/sources/beads.ts'
import type { TaskSource } from '#loop/tasks/sources/contract.ts'
import { github } from '#loop/tasks/sources/github.ts'

/** A project with a tracker that is all its own. */
export type Tracked = {
  readonly root: string
  readonly home: string
  readonly environment: Readonly<Record<string, string>>
  readonly source: TaskSource
  /** The program as somebody would run it by hand. */
  readonly ask: (words: readonly string[], more?: Readonly<Record<string, string>>) => string
}

export function makeProject(): { root: string; home: string } {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'keel-source-')))
  afterwards(() => rmSync(base, { recursive: true, force: true }))
  const [root, home] = [join(base, 'project'), join(base, 'home')]
  for (const folder of [root, home, join(root, '.keel')]) mkdirSync(folder)
  return { root, home }
}

/** When the test is over; where this is made before the first of several, when their process is. */
function afterwards(work: () => void): void {
  process.once('exit', work)
  try {
    onTestFinished(work)
  } catch {
    // No test is running yet.
  }
}

export function startBeads(folder: string): Tracked {
  const { root, home } = makeProject()
  const environment = {
    PATH: `${folder}:${process.env['PATH'] ?? ''}`,
    HOME: home,
    BD_DISABLE_METRICS: '1',
    BD_NON_INTERACTIVE: '1',
    BEADS_ACTOR: 'anna',
  }
  const ask = asker({ program: 'bd', root, environment })
  gitInit(root)
  ask(['init', '--prefix=bd', '--skip-agents', '--skip-hooks', '--quiet'])
  return { root, home, environment, ask, source: beads({ root, environment, now: () => new Date() }) }
}

/** The real `gh`, and a GitHub on loopback that it finds by its proxy. No account, and no other network. */
export async function startGithub(
  folder: string,
): Promise<Tracked & { readonly script: (change: object) => Promise<void> }> {
  const { root, home } = makeProject()
  const server = spawn(process.execPath, [join(import.meta.dirname, 'scripted-github.mjs')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  afterwards(() => void server.stdin.end())
  const [port] = await once(server.stdout, 'data')
  const address = `http://127.0.0.1:${String(port).trim()}`
  const environment = {
    PATH: `${folder}:${process.env['PATH'] ?? ''}`,
    HOME: home,
    GH_CONFIG_DIR: join(home, 'gh'),
    GH_TOKEN: 'nobody',
    GH_HOST: 'github.localhost',
    HTTP_PROXY: address,
    http_proxy: address,
  }
  gitInit(root)
  git(root, ['remote', 'add', 'origin', 'http://github.localhost/acme/rocket.git'])
  const script = async (change: object) => {
    await fetch(`${address}/scripted`, { method: 'POST', body: JSON.stringify(change) })
  }
  const ask = asker({ program: 'gh', root, environment })
  return { root, home, environment, ask, script, source: github({ root, environment }) }
}

function asker({ program, root, environment }: { program: string; root: string; environment: object }) {
  return (words: readonly string[], more: Readonly<Record<string, string>> = {}): string => {
    const env = { ...environment, ...more }
    const { status, stdout, stderr } = spawnSync(program, words, { cwd: root, env, encoding: 'utf8' })
    if (status !== 0) throw new Error(`${program} ${words.join(' ')}: ${stdout}${stderr}`)
    return stdout
  }
}

function gitInit(root: string): void {
  git(root, ['init', '-q', '-b', 'main'])
  git(root, ['config', 'user.name', 'anna'])
  git(root, ['config', 'user.email', 'anna@example.org'])
}

function git(root: string, words: readonly string[]): void {
  const { status, stderr } = spawnSync('git', words, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}
