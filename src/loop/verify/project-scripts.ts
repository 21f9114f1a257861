import { join } from 'node:path'
import { namesIn } from '#kit/files.ts'
import { recipeLines } from './recipe-lines.ts'
import { quote } from './shell-words.ts'
import { viewFolder } from './view-folder.ts'

/** A line of the project’s own files that a command stands for. */
export type Script = {
  readonly command: string
  readonly folder: string
  /** How words that are added reach it; null where they do not. */
  readonly passes: 'after dashes' | 'as they are' | 'in its text' | null
  /** What is typed in the place of the command so that another line runs in its place; null where nothing is. */
  readonly instead: ((line: string) => string) | null
  /** What comes of it when the one before has failed. */
  readonly afterFailure: 'runs' | 'never runs'
  /** How what it prints is told from what the others do; null where it is not. */
  readonly mark: Mark | null
}

/** Every line begins in a certain way, or a line comes before all others. */
export type Mark = { readonly kind: 'lines' | 'section'; readonly begin: string }

type Typed = { readonly program: string; readonly rest: readonly string[]; readonly folder: string }

/** What of the project’s own files a command stands for; none where it is a program. */
export function projectScripts(words: readonly string[], folder: string): Script[] {
  const [program = '', ...rest] = words
  const typed = { program, rest, folder }
  switch (program) {
    case 'npm':
    case 'pnpm':
    case 'yarn':
    case 'bun':
      return packageScripts(typed)
    case 'turbo':
    case 'lerna':
    case 'nx':
      return inWorkspaces(typed, rest.find((word) => /^test/.test(word)) ?? 'test')
    case 'npx':
    case 'sh':
    case 'bash':
      return inAnotherShell(typed)
    case 'concurrently':
      return besideEachOther(typed)
    case 'npm-run-all':
    case 'run-s':
    case 'run-p':
      return oneAfterTheOther(typed)
    case 'make':
      return recipe(viewFolder(folder).text('Makefile'), { goal: goalIn(rest), folder })
    case 'just':
      return recipe(viewFolder(folder).text('justfile'), { goal: goalIn(rest), folder })
    default:
      return []
  }
}

function goalIn(words: readonly string[]): string {
  return words.find((word) => /^[\w.-]+$/.test(word) && !word.startsWith('-')) ?? 'test'
}

const ALONE = { passes: null, instead: null, afterFailure: 'runs', mark: null } as const

function packageScripts(typed: Typed): Script[] {
  const { rest } = typed
  const { name, names } = scriptTyped(typed)
  if (name === undefined) return []
  if (rest.some((word) => ALL_WORKSPACES.test(word))) return inWorkspaces(typed, scriptNameIn(names))
  if (name === 'workspace' || rest.some((word) => ONE_WORKSPACE.test(word))) return inOneWorkspace(typed)
  return ownScript(typed, name)
}

/** The script that is named, and what is typed behind its name, which goes to what it runs. */
function scriptTyped({ program, rest }: Typed): {
  name: string | undefined
  names: string[]
  added: string[]
} {
  const dashes = rest.includes('--') ? rest.indexOf('--') : rest.length
  const names = rest.slice(0, dashes).filter((word) => !word.startsWith('-'))
  const [typed, ...others] = /^(?:run|run-script)$/.test(names[0] ?? '') ? names.slice(1) : names
  // npm keeps options that come before two dashes for itself.
  const before = program === 'npm' ? others : rest.slice(rest.indexOf(typed ?? '') + 1, dashes)
  return { name: typed === 't' ? 'test' : typed, names, added: [...before, ...rest.slice(dashes + 1)] }
}

function ownScript(typed: Typed, name: string): Script[] {
  const { program, rest, folder } = typed
  const text = scriptIn(folder, name)
  if (text === null) return []
  const { added } = scriptTyped(typed)
  const before = program === 'pnpm' ? null : scriptIn(folder, `pre${name}`)
  const hasMore = before !== null || scriptIn(folder, `post${name}`) !== null
  const isPlain = rest.every((word) => !word.startsWith('-') || word === '--' || added.includes(word))
  const script: Script = {
    ...ALONE,
    command: [text, ...added.map(quote)].join(' '),
    folder,
    passes: program === 'npm' && !rest.includes('--') ? 'after dashes' : 'as they are',
    instead: isPlain && !hasMore ? (line) => `npx -c ${quote(line)}` : null,
  }
  const first: Script[] = before === null ? [] : [{ ...ALONE, command: before, folder }]
  return [...first, first.length === 0 ? script : { ...script, afterFailure: 'never runs' }]
}

const ALL_WORKSPACES = /^(?:-ws|-r|--workspaces|--recursive|workspaces)$/
const ONE_WORKSPACE = /^(?:-w|--workspace(?:=.*)?|--filter(?:=.*)?|-F)$/

/** `workspaces run test`, `workspaces foreach -A run test`, `run -r test`. */
function scriptNameIn(names: readonly string[]): string {
  const rest = names.filter((name) => !/^(?:workspaces|foreach|run|run-script)$/.test(name))
  return rest[0] === undefined || rest[0] === 't' ? 'test' : rest[0]
}

/** `npm test -w a`, `pnpm --filter a test`, `yarn workspace a test`. */
function inOneWorkspace({ program, rest, folder }: Typed): Script[] {
  const words = rest.flatMap((word) => (word.includes('=') ? word.split('=') : [word]))
  return workspacesIn(folder)
    .filter(
      (workspace) =>
        words.includes(nameOf(workspace)) || words.some((word) => join(folder, word) === workspace),
    )
    .flatMap((workspace) => {
      const name = words.find((word) => scriptIn(workspace, word === 't' ? 'test' : word) !== null)
      const command = name === undefined ? null : scriptIn(workspace, name === 't' ? 'test' : name)
      if (name === undefined || command === null) return []
      const mark = markOf(workspace, { program, name, folder })
      return [{ ...ALONE, command, folder: workspace, mark }]
    })
}

function scriptIn(folder: string, name: string): string | null {
  const script = manifestOf(folder).scripts?.[name]
  return typeof script === 'string' ? script : null
}

function nameOf(folder: string): string {
  const { name } = manifestOf(folder)
  return typeof name === 'string' ? name : ''
}

type Manifest = { name?: unknown; scripts?: Record<string, unknown>; workspaces?: unknown }

function manifestOf(folder: string): Manifest {
  try {
    return JSON.parse(viewFolder(folder).text('package.json')) ?? {}
  } catch {
    return {}
  }
}

/** The script of every package of a workspace. Words that are added would reach all of them, and each would write the same report. */
function inWorkspaces({ program, folder }: Typed, name: string): Script[] {
  return workspacesIn(folder).flatMap((workspace) => {
    const command = scriptIn(workspace, name)
    if (command === null) return []
    const mark = markOf(workspace, { program, name, folder })
    return [
      { ...ALONE, command, folder: workspace, mark, afterFailure: program === 'npm' ? 'runs' : 'never runs' },
    ]
  })
}

type Marked = { readonly program: string; readonly name: string; readonly folder: string }

/** How a runner tells what the script of one package printed from what those of others did. */
function markOf(workspace: string, { program, name, folder }: Marked): Mark | null {
  const called = nameOf(workspace)
  const path = workspace.slice(folder.length + 1)
  const marks: Readonly<Record<string, Mark>> = {
    npm: { kind: 'section', begin: `> ${called}@` },
    yarn: { kind: 'section', begin: `> ${called}` },
    pnpm: { kind: 'lines', begin: `${path} ${name}: ` },
    turbo: { kind: 'lines', begin: `${called}:${name}: ` },
    lerna: { kind: 'lines', begin: `${called}: ` },
  }
  return called === '' && program !== 'pnpm' ? null : (marks[program] ?? null)
}

/** Whether a package of a workspace has tests of its own. */
export function hasWorkspaceTests(folder: string): boolean {
  return workspacesIn(folder).some((workspace) => isTest(scriptIn(workspace, 'test')))
}

/** What `npm init` writes is no test. */
export function isTest(script: unknown): script is string {
  return typeof script === 'string' && !/no test specified/.test(script)
}

function workspacesIn(folder: string): string[] {
  const view = viewFolder(folder)
  const listed =
    view.text('pnpm-workspace.yaml').match(/(?<=^\s*-\s*['"]?)[\w@./*-]+/gm) ?? packagesIn(manifestOf(folder))
  return listed.flatMap((pattern) => {
    const [parent = ''] = pattern.split('/*')
    if (!pattern.includes('*')) return [join(folder, pattern)]
    return namesIn(join(folder, parent)).map((name) => join(folder, parent, name))
  })
}

function packagesIn({ workspaces }: Manifest): string[] {
  const listed = Array.isArray(workspaces)
    ? workspaces
    : (workspaces as { packages?: unknown } | undefined)?.packages
  return Array.isArray(listed) ? listed.filter((one) => typeof one === 'string') : []
}

/** `npx -c 'vitest run'` */
function inAnotherShell({ program, rest, folder }: Typed): Script[] {
  const [option = '', command] = rest
  if (!/^(?:-c|--call)$/.test(option) || command === undefined) return []
  const instead = (line: string) => `${program} ${option} ${quote(line)}`
  return [{ ...ALONE, command, folder, passes: 'in its text', instead }]
}

/** Each word is a command line, whose lines are printed behind its number or its name. */
function besideEachOther({ rest, folder }: Typed): Script[] {
  const lines = withoutOptions(
    rest,
    /^(?:-n|--names|-c|--prefix-colors|-p|--prefix|-l|--prefix-length|-m|--max-processes|-s|--success|--restart-tries|--restart-after|--kill-signal|--name-separator)$/,
  )
  const at = rest.findIndex((word) => /^(?:-n|--names)(?:=|$)/.test(word))
  const named = at === -1 ? '' : (rest[at]?.split('=')[1] ?? rest[at + 1] ?? '')
  const names = named === '' ? [] : named.split(',')
  return lines.map((line, place) => {
    const [, script] = /^(?:npm|pnpm|yarn|bun):(.+)$/.exec(line) ?? []
    const mark = { kind: 'lines' as const, begin: `[${names[place] ?? script ?? place}] ` }
    return { ...ALONE, command: script === undefined ? line : `npm run ${script}`, folder, mark }
  })
}

/** The names of scripts, `test:*` among them. */
function oneAfterTheOther({ program, rest, folder }: Typed): Script[] {
  const names = Object.keys(manifestOf(folder).scripts ?? {})
  const isParallel = program === 'run-p' || rest.some((word) => /^(?:-p|--parallel)$/.test(word))
  const wanted = rest
    .filter((word) => !word.startsWith('-'))
    .flatMap((word) => {
      const [first = ''] = word.split(' ')
      return first.includes('*') ? names.filter((name) => matches(name, first)) : [first]
    })
  return wanted.map((name) => ({
    ...ALONE,
    command: `npm run ${name}`,
    folder,
    afterFailure: isParallel ? 'runs' : 'never runs',
  }))
}

/** In these a star is a part between colons, and two are any number of them. */
function matches(name: string, pattern: string): boolean {
  const source = pattern
    .replaceAll(/[.+^$()[\]{}|\\?]/g, '\\$&')
    .replaceAll('**', '\0')
    .replaceAll('*', '[^:]*')
  return new RegExp(`^${source.replaceAll('\0', '.*')}$`).test(name)
}

function withoutOptions(words: readonly string[], valued: RegExp): string[] {
  return words.filter((word, place) => !word.startsWith('-') && !valued.test(words[place - 1] ?? ''))
}

/** What a goal needs, and the lines below it that are indented. The first that fails is the last, but for those that begin with a dash. */
function recipe(text: string, { goal, folder }: { goal: string; folder: string }): Script[] {
  return recipeLines(text, goal).map((line, place, lines) => ({
    ...ALONE,
    command: line.replace(/^[@-]+/, ''),
    folder,
    afterFailure: /^@?-/.test(lines[place - 1] ?? '') ? 'runs' : 'never runs',
  }))
}
