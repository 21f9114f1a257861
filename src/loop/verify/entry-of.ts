import { basename } from 'node:path'

type Manifest = { readonly path: string; readonly text: string }

/** What a manifest, a lock file or a patch says of one package; empty where it says nothing of it. */
export function entryOf(name: string, { path, text }: Manifest): string {
  if (PATCH.test(path)) return namesOnDisk(name).some((one) => basename(path).startsWith(one)) ? text : ''
  switch (basename(path)) {
    case 'package.json':
      return inManifest(name, text)
    case 'package-lock.json':
    case 'npm-shrinkwrap.json':
      return inNpmLock(name, text)
    case 'bun.lockb':
      // Nobody can read it.
      return text
    default:
      return inLines(name, text)
  }
}

export function isManifest(path: string): boolean {
  return PATCH.test(path) || MANIFESTS.has(basename(path))
}

export const LOCKS = [
  'package-lock.json',
  'npm-shrinkwrap.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'bun.lock',
  'bun.lockb',
] as const

const MANIFESTS: ReadonlySet<string> = new Set([...LOCKS, 'package.json', 'pnpm-workspace.yaml'])
const PATCH = /(?:^|\/)patches\/[^/]+$/

/** How tools that patch packages name their files. */
function namesOnDisk(name: string): string[] {
  return ['/', '+', '__'].flatMap((joint) => ['+', '@', '.'].map((end) => name.replace('/', joint) + end))
}

function inManifest(name: string, text: string): string {
  const manifest = parsed(text)
  if (manifest === null) return text
  const { pnpm } = manifest as { pnpm?: Record<string, unknown> }
  const lists = [...ASKING.map((key) => manifest[key]), pnpm?.['overrides'], pnpm?.['patchedDependencies']]
  const said = lists.map((list) =>
    Object.entries(list ?? {}).filter(([key]) => key === name || key.startsWith(`${name}@`)),
  )
  return said.some((entries) => entries.length > 0) ? JSON.stringify(said) : ''
}

const ASKING = [
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
  'overrides',
  'resolutions',
]

type Locked = { readonly version?: string; readonly resolved?: string; readonly integrity?: string }

function inNpmLock(name: string, text: string): string {
  const lock = parsed(text)
  if (lock === null) return text
  const { packages, dependencies } = lock as Record<string, Record<string, Locked> | undefined>
  const entries = [...Object.entries(packages ?? {}), ...Object.entries(dependencies ?? {})]
  const said = entries
    .filter(([key]) => key === name || key.endsWith(`node_modules/${name}`))
    .map(([key, { version, resolved, integrity }]) => [key, version, resolved, integrity])
  return said.length === 0 ? '' : JSON.stringify(said)
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** Each line that names it, with those below that stand further in. */
function inLines(name: string, text: string): string {
  const isNamed = new RegExp(`(?:^|[\\s"'/,[(])${name.replaceAll(/[.+*?^$()[\]{}|\\]/g, '\\$&')}(?:@|"?'?:)`)
  const kept: string[] = []
  let depth = Number.POSITIVE_INFINITY
  for (const line of text.split(/\r?\n/)) {
    const indent = line.length - line.trimStart().length
    if (isNamed.test(line)) depth = Math.min(depth, indent)
    else if (indent <= depth) depth = Number.POSITIVE_INFINITY
    if (depth !== Number.POSITIVE_INFINITY && line.trim() !== '') kept.push(line)
  }
  return kept.join('\n')
}
