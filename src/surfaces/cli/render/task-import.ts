import { printable } from '#kit/printable.ts'
import type { VerbOutput } from '#verbs/all.ts'
import type { Terminal } from '../terminal.ts'

type Report = VerbOutput<'task import'>

export function renderTaskImport(report: Report, terminal: Terminal): string {
  const { dryRun, sources, added, known, changed, gone, notUnderstood } = report
  const { paint, mark } = terminal
  const taken = added.filter(({ status }) => status === 'done').length
  const names = sources.map(({ format, path }) => `${format} ${path}`).join(', ')
  const done = taken === 0 ? '' : `, ${taken} of them done there and taken over without proof`
  const warn = (text: string) => paint('yellow', `${mark('warning')} ${printable(text)}`)
  const lines = [
    ...(dryRun ? [paint('yellow', 'dry run: nothing was written')] : []),
    `${paint('green', mark('done'))} ${printable(names)}: ${added.length} added${done}; ${known.length + changed.length} there before.`,
    ...treeLines(added, terminal),
    ...some(changed, ({ id, key, fields }) =>
      warn(
        `${key} was changed there since${fields.length === 0 ? '' : ` (${fields.join(', ')})`}. ${id} stays as it is.`,
      ),
    ),
    ...some(gone, ({ id, key }) => warn(`${key} is no longer there. ${id} stays as it is.`)),
    ...some(notUnderstood, ({ place, text }) => warn(`${place} ${text}`)),
    ...(added.length === 0 || dryRun ? [] : [paint('dim', '  Next: keel task ready')]),
  ]
  return `${lines.join('\n')}\n`
}

const LINES_MAX = 40

/** What is a part of something stands further in. */
export function treeLines(tasks: Report['added'], terminal: Terminal): string[] {
  const byId = new Map(tasks.map((task) => [task.id, task]))
  const depthOf = (id: string | null, depth = 0): number => {
    const parent = byId.get(id ?? '')
    return parent === undefined ? depth : depthOf(parent.parent, depth + 1)
  }
  const sorted = [...tasks].sort((one, other) => ((one.created ?? '') < (other.created ?? '') ? -1 : 1))
  return some(sorted, ({ id, title, status, type, parent }) => {
    const state = status === 'open' ? '' : `${status} `
    const kind = type === 'epic' ? 'bold' : 'dim'
    return `${'  '.repeat(depthOf(parent) + 1)}${terminal.paint(kind, id)}  ${terminal.paint('green', state)}${printable(title)}`
  })
}

function some<Item>(items: readonly Item[], line: (item: Item) => string): string[] {
  const shown = items.slice(0, LINES_MAX).map(line)
  return items.length <= LINES_MAX
    ? shown
    : [...shown, `  … and ${items.length - LINES_MAX} more. --json has all.`]
}
