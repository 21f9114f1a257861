import { git } from '#kit/git.ts'
import { committable } from '#kit/tree-hash.ts'
import type { TestFile } from '../reading/test-file.ts'
import { lineFrom, lineUpTo } from '../text/line-up-to.ts'
import type { Skipping } from './find-skipped.ts'
import type { Matched } from './match-tests.ts'

type Looking = {
  readonly root: string
  /** The tree that the work started from. */
  readonly from: string
  readonly found: readonly Skipping[]
  readonly after: readonly TestFile[]
  readonly matched: Matched
}

/**
 * Of what runs before tests and skips them, what is not about new ones alone: `if "slow" in item.keywords`, where nothing was called slow
 * before, and no test that was there is now. Of pytest such a word may be a mark, and the name of a test, a file or a folder as well.
 */
export async function withoutNewMarks({ root, from, found, after, matched }: Looking): Promise<Skipping[]> {
  const left: Skipping[] = []
  for (const one of found) {
    const mark = markFor(one)
    const isNew =
      mark !== null && !isOnOld(mark, { after, matched }) && !(await isKnown(mark, { root, from }))
    if (!isNew) left.push(one)
  }
  return left
}

/** The mark under whose condition alone a test is skipped. */
function markFor({ file: { source, language, path }, at }: Skipping): string | null {
  if (language.depth !== 'indent' || !path.endsWith('.py')) return null
  const { bare } = source
  const start = at - lineUpTo(bare, at).length
  const own = lineFrom(bare, start)
  // A single statement under its condition, right above it: else who knows what decides.
  const above = bare.slice(0, start).trimEnd().split('\n').at(-1) ?? ''
  if (/\b(?:if|else|or|and)\b/.test(own) || indentOf(above) >= indentOf(own)) return null
  return MARKED.exec(above)?.groups?.['mark'] ?? null
}

const MARKED =
  /^\s*if\s+(?:item\.get_closest_marker\(\s*)?["'](?<mark>\w+)["'](?:\s*\)(?:\s+is\s+not\s+None)?|\s+in\s+item\.keywords)\s*:\s*$/

const ASKS = /^[^=;]*\b(?:addinivalue_line|addoption|getoption)\(|^[^;]*\bmark\.skip\(\s*reason=[^;]*$/

function indentOf(line: string): number {
  return line.search(/\S|$/)
}

type Placed = Pick<Looking, 'after' | 'matched'>

/** Whether it stands anywhere but in new tests, and in what decides about them. */
function isOnOld(mark: string, { after, matched }: Placed): boolean {
  const old = new Set(matched.pairs.map((pair) => pair.after))
  return after.some((file) => {
    let rest = file.source.text
    // There it may be asked for and told of, and given to nobody.
    if (file.tests.length === 0 && file.path.endsWith('conftest.py'))
      rest = rest
        .split('\n')
        .filter((line) => !(MARKED.test(line) || ASKS.test(line)))
        .join('\n')
    for (const { from, to } of file.tests.filter((test) => !old.has(test)))
      rest = rest.slice(0, from) + rest.slice(from, to).replaceAll(/\S/g, ' ') + rest.slice(to)
    return new RegExp(`\\b${mark}\\b`).test(rest)
  })
}

/** Also as a part of a path: folders and files are among the keywords of a test. */
async function isKnown(mark: string, { root, from }: Pick<Looking, 'root' | 'from'>): Promise<boolean> {
  const said = await git(root, [
    'grep',
    '-q',
    '-w',
    '-F',
    '-e',
    mark,
    committable(from),
    '--',
    '*.py',
    '*.toml',
    '*.ini',
    '*.cfg',
  ])
  if (said.kind === 'ok') return true
  const paths = await git(root, ['ls-tree', '-r', '--name-only', committable(from)])
  return paths.kind === 'failed' || paths.output.split(/[\n/]/).some((part) => part.split('.')[0] === mark)
}
