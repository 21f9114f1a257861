import { existsSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { isWithin } from '#kit/confine.ts'
import { namesIn, readIfReadable } from '#kit/files.ts'
import { upward } from '#kit/find-up.ts'
import { projectCommands } from './project-commands.ts'

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

function allTestsOf(folders: Folders): string[] {
  return DETECTORS.flatMap((detect) => detect(folders) ?? [])
}

const DETECTORS: readonly ((folders: Folders) => string | null)[] = [
  nodeScript,
  ({ from }) => (existsSync(join(from, 'Cargo.toml')) ? 'cargo test' : null),
  ({ from }) => (existsSync(join(from, 'go.mod')) ? 'go test ./...' : null),
  python,
  ({ from }) => (/^test:/m.test(textOf(from, 'Makefile')) ? 'make test' : null),
]

/** Where no usual file tells, what the project’s manifests and its continuous integration say may. */
function toldBy(root: string): string | null {
  return projectCommands(root, 'test')[0] ?? null
}

function nodeScript(folders: Folders): string | null {
  try {
    const { scripts } = JSON.parse(textOf(folders.from, 'package.json')) as {
      scripts?: Record<string, unknown>
    }
    const script = scripts?.['test']
    // What `npm init` writes is no test.
    if (typeof script !== 'string' || /no test specified/.test(script)) return null
    return `${runnerFor(folders)} test`
  } catch {
    return null
  }
}

/** The lock file of a workspace lies above its packages. */
function runnerFor(folders: Folders): string {
  for (const folder of foldersUp(folders)) {
    const found = RUNNERS.find(([lock]) => existsSync(join(folder, lock)))
    if (found !== undefined) return found[1]
  }
  return 'npm'
}

const RUNNERS = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun run'],
  ['bun.lockb', 'bun run'],
  ['package-lock.json', 'npm'],
] as const

function python({ root, from }: Folders): string | null {
  const isConfigured =
    existsSync(join(from, 'pytest.ini')) || /\[tool\.pytest|pytest/.test(textOf(from, 'pyproject.toml'))
  // A folder of tests is no project: what they import lies above it.
  const isProject = from === root || PYTHON_PROJECT.some((name) => existsSync(join(from, name)))
  const hasTests = ['tests', 'test', '.'].some((folder) =>
    namesIn(join(from, folder)).some((name) => /^test_.*\.py$/.test(name)),
  )
  return isConfigured || (isProject && hasTests) ? 'python3 -m pytest' : null
}

const PYTHON_PROJECT = ['pyproject.toml', 'setup.py', 'setup.cfg', 'requirements.txt']

function textOf(folder: string, path: string): string {
  return readIfReadable(join(folder, path))?.toString('utf8') ?? ''
}

/** A folder below the root as a shell reads it, whatever its name. */
function shellWord(root: string, folder: string): string {
  const path = relative(root, folder).split(sep).join('/')
  const safe = path.startsWith('-') ? `./${path}` : path
  return /^[\w@%+=:,./-]+$/.test(safe) ? safe : `'${safe.replaceAll("'", `'\\''`)}'`
}
