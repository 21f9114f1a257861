import { basename, join } from 'node:path'
import { isWithin } from '#kit/confine.ts'
import { namesIn } from '#kit/files.ts'
import { viewFolder } from './view-folder.ts'

/** A program that a command line starts in the end, whatever scripts lie between. */
export type Behind = {
  /** Where it is started, absolute. */
  readonly folder: string
  /** Without what starts others, such as npx, and without variables. */
  readonly words: readonly string[]
  /** Whether it is typed there itself, and no script starts it. */
  readonly isTyped: boolean
  /** The whole command line, with words added for this program; null where no way leads them there. */
  readonly withWords: ((words: readonly string[]) => string) | null
}

type Line = {
  readonly command: string
  readonly folder: string
  readonly withWords: Behind['withWords']
}

/**
 * What a command line comes to: `npm test` is what package.json says, `make test` what the Makefile does. Read as people write
 * such lines, and not as a shell would: this only finds out which framework will speak, and a wrong guess costs no more than that.
 */
export function commandsBehind({ root, command }: { root: string; command: string }): Behind[] {
  const withWords = (words: readonly string[]) => `${command} ${words.map(quote).join(' ')}`
  return expand({ command, folder: root, withWords }, { root, depth: 0 })
}

const DEPTH_MAX = 6

function expand(line: Line, { root, depth }: { root: string; depth: number }): Behind[] {
  if (depth > DEPTH_MAX) return []
  const parts = line.command.split(/&&|\|\||[;|\n]/).map((part) => part.trim())
  let { folder } = line
  return parts.flatMap((part, place) => {
    const words = unwrap(part.match(WORD)?.map(unquote) ?? [])
    const [program = ''] = words
    if (program === '') return []
    if (program === 'cd') {
      const next = join(folder, words[1] ?? '.')
      if (isWithin(root, next)) folder = next
      return []
    }
    // Words that are added to a line go to the last command on it.
    const withWords = place === parts.length - 1 ? line.withWords : null
    const scripts = scriptsOf(words, folder)
    if (scripts.length === 0) return [{ folder, words, isTyped: depth === 0, withWords }]
    return scripts.flatMap((script) =>
      expand(
        { ...script, withWords: withWords !== null && script.passes ? through(withWords, script) : null },
        { root, depth: depth + 1 },
      ),
    )
  })
}

const WORD = /(?:"[^"]*"|'[^']*'|[^\s"'])+/g

function unquote(word: string): string {
  return word.replaceAll(/"([^"]*)"|'([^']*)'/g, (_, double = '', single = '') => double + single)
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

function through(withWords: NonNullable<Behind['withWords']>, { passes }: Script): Behind['withWords'] {
  return (words) => withWords(passes === 'after dashes' ? ['--', ...words] : words)
}

/** Without variables, and without what only starts another program. */
function unwrap(words: readonly string[]): readonly string[] {
  const [first = '', second = ''] = words
  if (/^\w+=/.test(first)) return unwrap(words.slice(1))
  const name = basename(first)
  if (STARTERS.has(name)) return unwrap(afterFlags(words.slice(1)))
  if (STARTERS.has(`${name} ${second}`)) return unwrap(afterFlags(words.slice(2)))
  // `node node_modules/.bin/vitest`
  if (name === 'node' && /node_modules\/(?:\.bin\/)?[\w@/.-]+$/.test(second))
    return [programIn(second), ...words.slice(2)]
  const plain = name.replace(/^python3?(?:\.\d+)?$/, 'python').replace(/^(mvn|gradle)w$/, '$1')
  return first === '' ? [] : [plain, ...words.slice(1)]
}

function programIn(path: string): string {
  return /node_modules\/(?:\.bin\/)?((?:@[\w.-]+\/)?[\w.-]+)/.exec(path)?.[1] ?? basename(path)
}

function afterFlags(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => !word.startsWith('-') && !/^\w+=/.test(word))
  return at === -1 ? [] : words.slice(at)
}

const STARTERS = new Set([
  'npx',
  'bunx',
  'env',
  'cross-env',
  'time',
  'nice',
  'exec',
  'command',
  'xvfb-run',
  'dotenv',
  'c8',
  'nyc',
  'pnpm exec',
  'pnpm dlx',
  'yarn exec',
  'yarn dlx',
  'npm exec',
  'bundle exec',
  'poetry run',
  'uv run',
  'pipenv run',
  'pdm run',
  'hatch run',
  'rye run',
  'coverage run',
])

type Script = {
  readonly command: string
  readonly folder: string
  /** How words that are added reach the script; null where they do not. */
  readonly passes: 'after dashes' | 'as they are' | null
}

/** What of the project’s own files a command stands for; none where it is a program. */
function scriptsOf(words: readonly string[], folder: string): Script[] {
  const [program = '', ...rest] = words
  switch (program) {
    case 'npm':
    case 'pnpm':
    case 'yarn':
    case 'bun':
      return packageScripts({ program, rest, folder })
    case 'turbo':
    case 'lerna':
    case 'nx':
      return inWorkspaces(folder, rest.find((word) => /^test/.test(word)) ?? 'test')
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

function packageScripts({
  program,
  rest,
  folder,
}: {
  program: string
  rest: readonly string[]
  folder: string
}): Script[] {
  const names = rest.filter((word) => !word.startsWith('-'))
  const name = /^(?:run|run-script)$/.test(names[0] ?? '') ? names[1] : names[0] === 't' ? 'test' : names[0]
  if (name === undefined) return []
  if (rest.some((word) => ALL_WORKSPACES.test(word))) return inWorkspaces(folder, name)
  const text = scriptIn(folder, name)
  if (text === null) return []
  return [{ command: text, folder, passes: program === 'npm' ? 'after dashes' : 'as they are' }]
}

const ALL_WORKSPACES = /^(?:-ws|-r|--workspaces|--recursive|workspaces)$/

function scriptIn(folder: string, name: string): string | null {
  try {
    const script = JSON.parse(viewFolder(folder).text('package.json'))?.scripts?.[name]
    return typeof script === 'string' ? script : null
  } catch {
    return null
  }
}

/** The script of every package of a workspace. Words that are added would reach all of them, and each would write the same report. */
function inWorkspaces(folder: string, name: string): Script[] {
  return workspacesIn(folder).flatMap((workspace) => {
    const command = scriptIn(workspace, name)
    return command === null ? [] : [{ command, folder: workspace, passes: null }]
  })
}

function workspacesIn(folder: string): string[] {
  const view = viewFolder(folder)
  const listed =
    view.text('pnpm-workspace.yaml').match(/(?<=^\s*-\s*['"]?)[\w@./*-]+/gm) ??
    packagesIn(view.text('package.json'))
  return listed.flatMap((pattern) => {
    const [parent = ''] = pattern.split('/*')
    if (!pattern.includes('*')) return [join(folder, pattern)]
    return namesIn(join(folder, parent)).map((name) => join(folder, parent, name))
  })
}

function packagesIn(text: string): string[] {
  try {
    const { workspaces } = JSON.parse(text) ?? {}
    const listed = Array.isArray(workspaces) ? workspaces : workspaces?.packages
    return Array.isArray(listed) ? listed.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}

/** The lines below `test:` that are indented. */
function recipe(text: string, { goal, folder }: { goal: string; folder: string }): Script[] {
  const lines = text.split('\n')
  const at = lines.findIndex((line) => line.startsWith(`${goal}:`) || line.startsWith(`${goal} `))
  if (at === -1) return []
  const body = lines.slice(at + 1)
  const end = body.findIndex((line) => line !== '' && !/^\s/.test(line))
  return body
    .slice(0, end === -1 ? body.length : end)
    .map((line) => line.trim().replace(/^[@-]+/, ''))
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((command) => ({ command, folder, passes: null }))
}
