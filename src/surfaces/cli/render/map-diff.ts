import { printable } from '#kit/printable.ts'
import type { VerbOutput } from '#verbs/all.ts'
import type { Terminal } from '../terminal.ts'
import { MEANINGS } from './map.ts'

type Diff = Extract<VerbOutput<'map'>, { readonly basis: string }>
type Change = Diff['symbols'][number]

/** What changed since the last map: how much in a line, then symbol by symbol, the more important first. */
export function renderMapDiff(diff: Diff, { paint, mark }: Terminal): string {
  const { basis, output, files, symbols, unknown, verbose } = diff
  const { added, removed, changed, renamed } = files
  const count = (many: number, what: string) => (many === 0 ? [] : [`${many} ${what}`])
  const counted = [
    ...count(changed.length, 'changed'),
    ...count(added.length, 'added'),
    ...count(removed.length, 'removed'),
    ...count(renamed.length, 'renamed'),
  ]
  if (basis === 'tree' && counted.length === 0)
    return `${paint('green', mark('done'))} Nothing changed since ${output} was drawn.\n`
  const title =
    basis === 'tree'
      ? `Since ${output} was drawn: files ${counted.join(', ')}.`
      : `The tree that ${output} was drawn of is not known here. What it shows was compared with what a map of now shows: ` +
        'a symbol that came in or went out may only have had room, or none.'
  const lists = [
    listOf(symbols, { change: 'added', title: 'Added', verbose }),
    listOf(symbols, { change: 'changed', title: 'Changed', verbose }),
    listOf(symbols, { change: 'removed', title: 'Removed', verbose }),
    short({
      title: 'Renamed',
      lines: renamed.map(({ from, to }) => `  ${printable(from)} → ${printable(to)}`),
      verbose,
    }),
    short({
      title: 'Not compared',
      lines: unknown.map(
        ({ path, why }) => `  ${printable(path)}: ${why === 'forgotten' ? FORGOTTEN : MEANINGS[why]}`,
      ),
      verbose,
    }),
  ].filter((list) => list.length > 0)
  const none = symbols.length === 0 ? ['No symbol changed.'] : []
  const legend = symbols.some(({ inMap }) => inMap) ? [paint('dim', '* in the map')] : []
  return `${[title, ...none, ...lists.map((list) => list.join('\n')), ...legend].join('\n\n')}\n`
}

const FORGOTTEN = 'neither keel nor git has its former content'

type Listed = {
  readonly change: Change['change']
  readonly title: string
  readonly verbose: boolean
}

function listOf(symbols: readonly Change[], { change, title, verbose }: Listed): string[] {
  const own = symbols.filter((symbol) => symbol.change === change)
  return short({ title, lines: own.map(lineOf), verbose })
}

/** A line a symbol, and another where it was something else. */
function lineOf({ inMap, path, line, signature, name, before, what }: Change): string {
  const where = `${printable(path)}${line === null ? '' : `:${line}`}`
  // Where a signature does not tell what it lies in, the name does.
  const holder = name.includes('.') ? `${name.slice(0, name.lastIndexOf('.'))}.` : ''
  const first = `${inMap ? '*' : ' '} ${where}  ${holder}\`${signature}\``
  if (before === null || what.length === 0) return first
  return `${first}\n      was ${formerly(before, what)}`
}

function formerly(
  { path, line, kind, signature, exported }: NonNullable<Change['before']>,
  what: Change['what'],
): string {
  const told = {
    signature: `\`${signature}\``,
    kind: `a ${kind}`,
    exported: exported ? 'exported' : 'not exported',
    file: `in ${printable(path)}${line === null ? '' : `:${line}`}`,
  }
  return what.map((trait) => told[trait]).join(', ')
}

function short({
  title,
  lines,
  verbose,
}: {
  title: string
  lines: readonly string[]
  verbose: boolean
}): string[] {
  if (lines.length === 0) return []
  const shown = verbose ? lines : lines.slice(0, LINES_MAX)
  const more = lines.length - shown.length
  return [
    `${title} (${lines.length})`,
    ...shown,
    ...(more === 0 ? [] : [`  … ${more} more (keel map --diff -v)`]),
  ]
}

const LINES_MAX = 30
