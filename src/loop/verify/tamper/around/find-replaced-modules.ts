import { git } from '#kit/git.ts'
import { committable } from '#kit/tree-hash.ts'
import type { Tampering } from '#words/evidence.ts'
import { isTestFile } from '../../is-test-file.ts'
import { SET_UP } from '../comparing/new-phrases.ts'
import { python } from '../languages/python.ts'
import type { ChangedText } from '../text/changed-text.ts'
import { lineCounter } from '../text/line-counter.ts'
import { stripSource } from '../text/strip-source.ts'

type Looking = {
  readonly root: string
  readonly tree: string
  readonly changes: readonly ChangedText[]
  readonly loaded: ReadonlySet<string>
}

/**
 * Modules of the project in the place of which something else is put before Python's tests are loaded, and which tests import. What
 * others made may be missing where tests are run, and what no test imports is not what is tested.
 */
export async function findReplacedModules({ root, tree, changes, loaded }: Looking): Promise<Tampering[]> {
  const found: Tampering[] = []
  for (const { path, before, after } of changes) {
    if (!path.endsWith('.py') || !(SET_UP.test(path) || loaded.has(path))) continue
    const known = new Set(replacedIn(before ?? '').map(({ module }) => module))
    const lineOf = lineCounter(after ?? '')
    for (const { at, text, module } of replacedIn(after ?? '')) {
      if (known.has(module) || !(await isTested({ root, tree, module }))) continue
      const told = `What is tested is replaced by something else: \`${text}\`.`
      found.push({ kind: 'tautology', path, line: lineOf(at), text: told })
    }
  }
  return found
}

type Replaced = { readonly at: number; readonly text: string; readonly module: string }

const SHAPES = [
  /\bsys\.modules\s*\[\s*['"]([\w.]+)['"]\s*\]\s*=(?!=)[^\n]*/g,
  /\bsys\.modules\.(?:update|setdefault)\s*\(\s*\{?\s*['"]([\w.]+)['"][^\n]*/g,
  /\bsetitem\s*\(\s*sys\.modules\s*,\s*['"]([\w.]+)['"][^\n]*/g,
  /\bpatch\.dict\s*\(\s*['"]?sys\.modules['"]?\s*,\s*\{\s*['"]([\w.]+)['"][^\n]*/g,
]

function replacedIn(source: string): Replaced[] {
  const { bare, code } = stripSource(source, python.tokens)
  return SHAPES.flatMap((shape) => [...bare.matchAll(shape)])
    .filter(({ index }) => code[index] === bare[index])
    .map(({ index, 0: text, 1: module = '' }) => ({ at: index, text: text.trim().slice(0, 80), module }))
}

/** Whether the project has it, and a test imports it. */
async function isTested({
  root,
  tree,
  module,
}: Omit<Looking, 'changes' | 'loaded'> & Pick<Replaced, 'module'>) {
  const whole = committable(tree)
  const files = await git(root, ['ls-tree', '-r', '-z', '--full-tree', '--name-only', whole])
  if (files.kind === 'failed') return false
  const place = module.replaceAll('.', '/')
  const isOwn = files.output
    .split('\0')
    .some((path) => [`/${place}.py`, `/${place}/__init__.py`].some((end) => `/${path}`.endsWith(end)))
  if (!isOwn) return false
  const word = module.replaceAll('.', '[.]')
  const [, above = '', name = ''] = /^(?:(.+)\.)?([^.]+)$/.exec(module) ?? []
  const shapes = [
    `^ *(from|import) +${word}([ .,]|$)`,
    ...(above === '' ? [] : [`^ *from +${above.replaceAll('.', '[.]')} +import .*${name}`]),
  ]
  const lines = shapes.flatMap((shape) => ['-e', shape])
  const importing = await git(root, ['grep', '-l', '-z', '-E', ...lines, whole, '--', '*.py'])
  if (importing.kind === 'failed') return false
  const paths = importing.output.split('\0').map((path) => path.slice(whole.length + 1))
  return paths.some((path) => isTestFile(path) && !SET_UP.test(path))
}
