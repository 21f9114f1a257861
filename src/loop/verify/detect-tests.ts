import { existsSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { isWithin } from '#kit/confine.ts'
import { readIfReadable } from '#kit/files.ts'
import { upward } from '#kit/find-up.ts'
import { detectFrameworks } from './detect-framework.ts'
import { projectCommands } from './project-commands.ts'
import { hasWorkspaceTests, isTest } from './project-scripts.ts'
import { usualSuites } from './usual-suites.ts'

type Folders = {
  readonly root: string
  /** At or below the root. */
  readonly from: string
}

/**
 * The command that runs the tests of the nearest folder that has some, as its own files say; null where none has, up to
 * the root. It is a command for the root, and says itself where it goes: evidence is always of the whole tree.
 */
export function detectTests({ root, from }: Folders): string | null {
  for (const folder of foldersUp({ root, from })) {
    const command = testsOf({ root, from: folder })
    if (command !== null) return folder === root ? command : `cd ${shellWord(root, folder)} && ${command}`
  }
  return toldBy(root)
}

function foldersUp({ root, from }: Folders): string[] {
  return upward(from).filter((folder) => isWithin(root, folder))
}

function testsOf(folders: Folders): string | null {
  return allTestsOf(folders)[0] ?? null
}

/** Every suite of the whole project: one in several languages may have one for each. */
export function detectSuites(root: string): string[] {
  return allTestsOf({ root, from: root })
}

/**
 * The suites of the project that a command leaves out; none where nobody can tell what it runs. Whoever chose among several
 * should say so.
 */
export function otherSuites({ root, command }: { root: string; command: string }): string[] {
  const ran = startedBy({ root, command })
  if (ran.length === 0) return []
  return detectSuites(root).filter(
    (suite) => suite !== command && !isPartOf(startedBy({ root, command: suite }), ran),
  )
}

/** The project’s own words come first. What they run already is no suite beside them. */
function allTestsOf(folders: Folders): string[] {
  const { root, from } = folders
  const script = nodeScript(folders)
  const own = [script, ...goals(from)].filter((command) => command !== null)
  const starter = script === null ? starterFor(folders) : null
  const usual = usualSuites({ folder: from, isRoot: from === root, starter })
  const chosen: string[] = []
  const ran: string[] = []
  for (const command of [...own, ...usual]) {
    const started = startedBy({ root: from, command })
    if (started.length > 0 && isPartOf(started, ran)) continue
    chosen.push(command)
    ran.push(...started)
  }
  return chosen
}

function isPartOf(some: readonly string[], all: readonly string[]): boolean {
  return some.length > 0 && some.every((one) => all.includes(one))
}

/** The frameworks that a command starts for certain. */
function startedBy(asked: { root: string; command: string }): string[] {
  return detectFrameworks(asked)
    .filter(({ words }) => words.length > 0)
    .map(({ framework }) => framework.name)
}

function goals(from: string): string[] {
  const isGoal = /^test\b[^:=\n]*::?(?!=)/m
  return [
    ...(isGoal.test(textOf(from, 'Makefile')) ? ['make test'] : []),
    ...(isGoal.test(textOf(from, 'justfile')) ? ['just test'] : []),
  ]
}

/** Where no usual file tells, what the project’s manifests and its continuous integration say may. */
function toldBy(root: string): string | null {
  return projectCommands(root, 'test')[0] ?? null
}

function nodeScript(folders: Folders): string | null {
  try {
    const { scripts } = JSON.parse(textOf(folders.from, 'package.json')) as {
      scripts?: Record<string, unknown>
    }
    if (isTest(scripts?.['test'])) return `${runnerFor(folders)} test`
    return hasWorkspaceTests(folders.from) ? testsOfPackages(folders) : null
  } catch {
    return null
  }
}

/** A workspace whose root has no word for all of its tests has them in its packages. */
function testsOfPackages(folders: Folders): string {
  const has = (name: string) => existsSync(join(folders.from, name))
  switch (has('pnpm-workspace.yaml') ? 'pnpm' : runnerFor(folders)) {
    case 'npm':
      return 'npm test --workspaces --if-present'
    case 'pnpm':
      return 'pnpm -r test'
    case 'yarn':
      return has('.yarnrc.yml') ? 'yarn workspaces foreach -A run test' : 'yarn workspaces run test'
    case 'bun run':
      return "bun run --filter '*' test"
  }
}

/** The lock file of a workspace lies above its packages. */
function runnerFor(folders: Folders): Runner {
  for (const folder of foldersUp(folders)) {
    const found = RUNNERS.find(([lock]) => existsSync(join(folder, lock)))
    if (found !== undefined) return found[1]
  }
  return 'npm'
}

function starterFor(folders: Folders): string {
  const runner = runnerFor(folders)
  return runner === 'pnpm' ? 'pnpm exec' : runner === 'bun run' ? 'bunx' : 'npx'
}

const RUNNERS = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun run'],
  ['bun.lockb', 'bun run'],
  ['package-lock.json', 'npm'],
] as const

type Runner = (typeof RUNNERS)[number][1]

function textOf(folder: string, path: string): string {
  return readIfReadable(join(folder, path))?.toString('utf8') ?? ''
}

/** A folder below the root as a shell reads it, whatever its name. */
function shellWord(root: string, folder: string): string {
  const path = relative(root, folder).split(sep).join('/')
  const safe = path.startsWith('-') ? `./${path}` : path
  return /^[\w@%+=:,./-]+$/.test(safe) ? safe : `'${safe.replaceAll("'", `'\\''`)}'`
}
