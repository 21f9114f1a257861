import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { namesIn, readIfReadable } from '#kit/files.ts'

/** The command that runs this project's tests, as its own files say; null where they do not. */
export function detectTests(root: string): string | null {
  for (const detect of DETECTORS) {
    const command = detect(root)
    if (command !== null) return command
  }
  return null
}

const DETECTORS: readonly ((root: string) => string | null)[] = [
  nodeScript,
  (root) => (existsSync(join(root, 'Cargo.toml')) ? 'cargo test' : null),
  (root) => (existsSync(join(root, 'go.mod')) ? 'go test ./...' : null),
  python,
  (root) => (/^test:/m.test(textOf(root, 'Makefile')) ? 'make test' : null),
]

function nodeScript(root: string): string | null {
  try {
    const { scripts } = JSON.parse(textOf(root, 'package.json')) as { scripts?: Record<string, unknown> }
    const script = scripts?.['test']
    // What `npm init` writes is no test.
    if (typeof script !== 'string' || /no test specified/.test(script)) return null
    const runner = RUNNERS.find(([lock]) => existsSync(join(root, lock)))?.[1] ?? 'npm'
    return `${runner} test`
  } catch {
    return null
  }
}

const RUNNERS = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun run'],
  ['bun.lockb', 'bun run'],
] as const

function python(root: string): string | null {
  const isConfigured =
    existsSync(join(root, 'pytest.ini')) || /\[tool\.pytest|pytest/.test(textOf(root, 'pyproject.toml'))
  const hasTests = ['tests', 'test', '.'].some((folder) =>
    namesIn(join(root, folder)).some((name) => /^test_.*\.py$/.test(name)),
  )
  return isConfigured || hasTests ? 'python3 -m pytest' : null
}

function textOf(root: string, path: string): string {
  return readIfReadable(join(root, path))?.toString('utf8') ?? ''
}
