import type { Entrance, ManifestFacts, ManifestKind } from './manifest.ts'
import { nameOffers } from './reading/name-offers.ts'
import { isTable, parseJson, type Table } from './reading/parsed.ts'
import { pickKeys, pickTable, pickText, pickTexts } from './reading/pick.ts'

export const packageJson: ManifestKind = {
  path: /(^|\/)package\.json$/,
  read: (_path, text) => {
    const parsed = parseJson(text)
    if (parsed.kind === 'broken') return { problems: [parsed.problem] }
    const manifest = parsed.table
    const members = [...pickTexts(manifest, 'workspaces'), ...pickTexts(manifest, 'workspaces', 'packages')]
    const name = pickText(manifest, 'name')
    return {
      ecosystem: 'javascript',
      ...(name === null
        ? {}
        : { module: { kind: 'package', name, description: pickText(manifest, 'description') } }),
      dependencies: DEPENDENCIES.flatMap((field) => pickKeys(manifest, field)),
      runtimes: runtimesIn(manifest),
      ...managerIn(manifest),
      offers: [
        { purpose: 'install', line: 'install', via: 'node', rank: 0, isCustom: true },
        ...nameOffers(scriptsIn(manifest), (line) => ({ line, via: 'script' })),
      ],
      entryPoints: entrancesIn(manifest),
      ...(members.length === 0 ? {} : { workspace: { name: 'workspaces', members } }),
      ...moduleSystemOf(manifest, members),
    }
  },
}

const DEPENDENCIES = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']

function runtimesIn(manifest: Table): NonNullable<ManifestFacts['runtimes']> {
  const named = [
    {
      name: 'Node.js',
      version: pickText(manifest, 'engines', 'node') ?? pickText(manifest, 'volta', 'node'),
    },
    { name: 'Bun', version: pickText(manifest, 'engines', 'bun') },
    { name: 'VS Code', version: pickText(manifest, 'engines', 'vscode') },
  ]
  return named.flatMap(({ name, version }) => (version === null ? [] : [{ name, version }]))
}

/** A root of packages that says nothing says nothing of them; nor does one whose code was bundled for those who import it. */
function moduleSystemOf(manifest: Table, members: readonly string[]): Pick<ManifestFacts, 'moduleSystem'> {
  const type = pickText(manifest, 'type')
  if (type === 'module') return { moduleSystem: 'ESM' }
  const isSilent = members.length > 0 || pickText(manifest, 'module') !== null
  return type === null && isSilent ? {} : { moduleSystem: 'CommonJS' }
}

function managerIn(manifest: Table): Pick<ManifestFacts, 'packageManager'> {
  const name = /^(npm|pnpm|yarn|bun)(?=@|$)/.exec(pickText(manifest, 'packageManager') ?? '')?.[0]
  return name === undefined ? {} : { packageManager: name }
}

/** What npm runs by itself before and after another script is not for typing. */
function scriptsIn(manifest: Table): string[] {
  const scripts = pickTable(manifest, 'scripts')
  const names = Object.keys(scripts).filter((name) => typeof scripts[name] === 'string')
  const known = new Set(names)
  return names
    .filter((name) => !(/^(pre|post)/.test(name) && known.has(name.replace(/^(pre|post)/, ''))))
    .filter((name) => /^[\w:.@/-]+$/.test(name) && !isPlaceholder(String(scripts[name])))
    .filter((name) => !LIFECYCLE.has(name))
}

const LIFECYCLE = new Set(['install', 'preinstall', 'postinstall', 'prepare', 'prepack', 'postpack'])

/** What `npm init` writes where there are no tests. */
function isPlaceholder(script: string): boolean {
  return script.includes('no test specified')
}

function entrancesIn(manifest: Table): Entrance[] {
  const bin = pickText(manifest, 'bin')
  const name = (pickText(manifest, 'name') ?? '').replace(/^@[^/]*\//, '')
  const bins = bin === null ? pickTable(manifest, 'bin') : { [name]: bin }
  const programs = Object.entries(bins).flatMap(([called, target]): Entrance[] =>
    typeof target === 'string' ? [{ kind: 'program', name: called, target }] : [],
  )
  const main =
    firstTarget(pickTable(manifest, 'exports')['.'] ?? rootExport(manifest)) ??
    pickText(manifest, 'module') ??
    pickText(manifest, 'main')
  return main === null || !/[\w]/.test(main)
    ? programs
    : [...programs, { kind: 'library', name: null, target: main }]
}

/** `exports` may be a path, or conditions without any path of their own. */
function rootExport(manifest: Table): unknown {
  const exported = manifest['exports']
  return isTable(exported) && Object.keys(exported).some((key) => key.startsWith('.')) ? null : exported
}

/** The first file that conditions lead to, past declarations of types. */
function firstTarget(value: unknown): string | null {
  const ahead: unknown[] = [value]
  for (let steps = 0; ahead.length > 0 && steps < STEPS_MAX; steps += 1) {
    const next = ahead.shift()
    if (typeof next === 'string' && !/\.d\.[cm]?ts$/.test(next)) return next
    if (typeof next === 'object' && next !== null) ahead.unshift(...Object.values(next))
  }
  return null
}

const STEPS_MAX = 50
