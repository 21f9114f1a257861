import { purposeOfName } from '../commands/purpose-of-name.ts'
import { linesOf } from '../manifests/reading/lines-of.ts'
import type { EntryPoint } from '../structure.ts'
import { countFiles } from './file-kind.ts'
import { depthOf, type Inventory } from './take-inventory.ts'

/** Scripts of a shell that the README tells to install or to run: those that are fetched, and in a project of scripts all others. */
export function scriptsInReadme(inventory: Inventory, read: (path: string) => string | null): EntryPoint[] {
  const scripts = inventory.files.filter(
    ({ role, language, folder }) => role === 'source' && language === 'Shell' && depthOf(folder) <= DEPTH_MAX,
  )
  const readme = inventory.files.find(({ path }) => README.test(path))?.path
  if (scripts.length === 0 || readme === undefined) return []
  // Among code in another language, a script is a tool for those who work on that code.
  const shapes = isMadeOfScripts(inventory) ? [FETCHED, RUN] : [FETCHED]
  const lines = linesOf((read(readme) ?? '').slice(0, READ_MAX)).filter((line) => line.includes('sh'))
  const named = lines.flatMap((line) =>
    shapes.flatMap((shape) => [...line.matchAll(shape)].map(([, path, typed = '']) => path ?? typed)),
  )
  const isNamed = (path: string) => named.some((name) => name === path || name.endsWith(`/${path}`))
  return scripts
    .filter(({ path, name }) => isNamed(path) && !isForWork(name))
    .slice(0, SCRIPTS_MAX)
    .map(({ path }) => ({ kind: 'program', name: null, target: path, from: readme }))
}

export function isMadeOfScripts({ kinds }: Pick<Inventory, 'kinds'>): boolean {
  const own = countFiles(kinds, ({ role, language }) => role === 'source' && language !== null)
  const shells = countFiles(kinds, ({ role, language }) => role === 'source' && language === 'Shell')
  return shells > own * SHELL_LEAST
}

const README = /^readme(\.(md|rst|txt|adoc))?$/i
const DEPTH_MAX = 1
const SHELL_LEAST = 0.25
const READ_MAX = 128 * 1024
const SCRIPTS_MAX = 4

const FILE = String.raw`[\w./~$\{\}:@%+-]{0,200}?([\w./-]{1,100}\.(?:sh|bash|zsh|ksh))`

/** `curl …/x.sh | sh`, `sh <(curl …/x.sh)` and `sh -c "$(curl …/x.sh)"`. */
const FETCHED = new RegExp(
  String.raw`\b(?:curl|wget)\b[^|\n]{0,200}?\shttps?:\/\/${FILE}(?=["']?\s{0,5}(?:\||\)))`,
  'g',
)

/** Typed as it stands, or told to a shell. */
const RUN = new RegExp(
  String.raw`(?:^\s{0,8}(?:\$ )?|[;&|(]\s{0,5}|${'`'})(?:sudo )?(?:(?:source|\\?\.|(?:ba|z|k)?sh|bass source)\s{1,5}["']?${FILE}|\.\/([\w./-]{1,100}\.(?:sh|bash|zsh|ksh)))`,
  'g',
)

/** What builds or tests it is among the commands. */
function isForWork(name: string): boolean {
  const purpose = purposeOfName(name.replace(/\.\w+$/, ''))?.purpose
  return purpose !== undefined && purpose !== 'install' && purpose !== 'run'
}
