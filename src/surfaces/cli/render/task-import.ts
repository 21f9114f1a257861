import { inTree } from '#kit/in-tree.ts'
import { printable } from '#kit/printable.ts'
import type { VerbOutput } from '#verbs/all.ts'
import type { Terminal } from '../terminal.ts'
import { epicLines } from './task-changes.ts'

type Report = VerbOutput<'task import'>

export function renderTaskImport(report: Report, terminal: Terminal): string {
  const { dryRun, sources, added, epics, known, changed, gone, others, notUnderstood } = report
  const { paint, mark } = terminal
  const taken = added.filter(({ status }) => status === 'done').length
  const names = sources.map(({ format, path }) => `${format} ${path}`).join(', ')
  const done = taken === 0 ? '' : `, ${taken} of them done there and taken over without proof`
  const warn = (text: string) => paint('yellow', `${mark('warning')} ${printable(text)}`)
  const lines = [
    ...(dryRun ? [paint('yellow', 'dry run: nothing was written')] : []),
    `${others.length > 0 && added.length === 0 ? paint('yellow', mark('warning')) : paint('green', mark('done'))} ${printable(names)}: ${added.length} added${done}; ${known.length + changed.length} there before.`,
    ...treeLines(added, terminal),
    ...epicLines(epics),
    ...some(changed, ({ id, key, fields }) =>
      warn(
        `${key} was changed there since${fields.length === 0 ? '' : ` (${fields.join(', ')})`}. ${id} stays as it is.`,
      ),
    ),
    ...some(gone, ({ id, key }) => warn(`${key} is no longer there. ${id} stays as it is.`)),
    ...others.flatMap((other) => otherLines(other, terminal)),
    ...some(notUnderstood, ({ place, text }) => warn(`${place} ${text}`)),
    ...(added.length === 0 || dryRun ? [] : [paint('dim', '  Next: keel task ready')]),
  ]
  return `${lines.join('\n')}\n`
}

const LINES_MAX = 40
const OTHERS_MAX = 5

function otherLines({ path, list, tasks }: Report['others'][number], { paint, mark }: Terminal): string[] {
  const shown = tasks.slice(0, OTHERS_MAX)
  const more = tasks.length > shown.length ? [`    and ${tasks.length - shown.length} more`] : []
  return [
    paint(
      'yellow',
      `${mark('warning')} ${printable(path)} has another list by now, and nothing of it was added:`,
    ),
    ...shown.map(({ key, id, title, there }) =>
      printable(`    ${key} is “${there}” there; ${id} is “${title}”`),
    ),
    ...more,
    `  To add it beside what is here: keel task import ${printable(path)} --list ${printable(list)}`,
  ]
}

/** What is a part of something stands below it, further in. */
export function treeLines(tasks: Report['added'], terminal: Terminal): string[] {
  const sorted = [...tasks].sort((one, other) => ((one.created ?? '') < (other.created ?? '') ? -1 : 1))
  const tree = inTree(sorted, { keyOf: ({ id }) => id, parentOf: ({ parent }) => parent })
  return some(tree, ({ item: { id, title, status, type }, depth }) => {
    const state = status === 'open' ? '' : `${status} `
    const kind = type === 'epic' ? 'bold' : 'dim'
    return `${'  '.repeat(depth + 1)}${terminal.paint(kind, id)}  ${terminal.paint('green', state)}${printable(title)}`
  })
}

function some<Item>(items: readonly Item[], line: (item: Item) => string): string[] {
  const shown = items.slice(0, LINES_MAX).map(line)
  return items.length <= LINES_MAX
    ? shown
    : [...shown, `  … and ${items.length - LINES_MAX} more. --json has all.`]
}
