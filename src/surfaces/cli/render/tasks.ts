import { inShort } from '#kit/in-short.ts'
import { printable } from '#kit/printable.ts'
import type { VerbOutput } from '#verbs/all.ts'
import { sayRenewal } from '#words/changed-terms.ts'
import type { TaskHead } from '#words/task.ts'
import type { Terminal } from '../terminal.ts'

type Problems = VerbOutput<'task ready'>['problems']

export function renderTaskList(report: VerbOutput<'task list'>, terminal: Terminal): string {
  if (!('tasks' in report)) return `${JSON.stringify(report, null, 2)}\n`
  const { tasks, total, done, problems } = report
  const none = done === 0 ? 'There are no such tasks. `keel task add "…"` makes one.' : sayAllDone(done)
  return lines([
    ...(total === 0 ? [none] : []),
    ...tasks.map((task) => taskLine(task, terminal)),
    ...rest({ total, shown: tasks.length, terminal }),
    ...problemLines(problems, terminal),
  ])
}

function sayAllDone(done: number): string {
  return `${done === 1 ? 'The only one is' : `All ${done} are`} done. --all shows ${done === 1 ? 'it' : 'them'}.`
}

export function renderTaskReady(
  { tasks, total, problems }: VerbOutput<'task ready'>,
  terminal: Terminal,
): string {
  const none = total === 0 ? ['No task is ready. `keel task list` shows what is left.'] : []
  return lines([
    ...none,
    ...tasks.map((task) => taskLine(task, terminal)),
    ...rest({ total, shown: tasks.length, terminal }),
    ...problemLines(problems, terminal),
  ])
}

export function renderTaskShow(report: VerbOutput<'task show'>, terminal: Terminal): string {
  const { task, file, others, isReady, reasons, doubts, lease, children, awaitedBy } = report
  const { paint, mark } = terminal
  const field = (name: string, value: string) =>
    value === '' ? [] : [`  ${paint('dim', printable(name).padEnd(11))} ${printable(value)}`]
  return lines([
    `${paint('bold', task.id)}  ${printable(task.title)}`,
    ...field('status', `${task.status}${task.blocked_by === null ? '' : `: ${task.blocked_by}`}`),
    ...field('type', `${task.type}, priority ${task.priority}`),
    ...field('part of', task.parent ?? ''),
    ...field('waits for', task.depends_on.join(', ')),
    ...field('awaited by', awaitedBy.join(', ')),
    ...field('labels', task.labels.join(', ')),
    ...field('files', task.files.join(', ')),
    ...field('check', task.check ?? ''),
    ...field('about tests', task.changes_tests ? 'yes' : ''),
    ...field('at work', lease === null ? '' : `${lease.claimant}, until ${lease.until}`),
    ...Object.entries(others).flatMap(([key, value]) =>
      field(key, typeof value === 'string' ? value : JSON.stringify(value)),
    ),
    ...field('file', file),
    ...task.acceptance.map((sentence) => `  ${mark('same')} ${printable(sentence)}`),
    isReady
      ? `  ${paint('green', `${mark('done')} It is ready.`)}`
      : reasons.map((reason) => `  ${paint('yellow', `${mark('warning')} ${printable(reason)}`)}`).join('\n'),
    ...doubts.map((doubt) => `  ${paint('yellow', `${mark('warning')} ${printable(doubt)}`)}`),
    ...(task.description === ''
      ? []
      : ['', ...task.description.split(/\r?\n/).map((line) => `  ${printable(line)}`)]),
    ...(children.length === 0 ? [] : ['', ...children.map((child) => `  ${taskLine(child, terminal)}`)]),
    ...historyLines(report, terminal),
  ])
}

/** How it came to its status, and who said what of its proof meanwhile. */
function historyLines({ moves, renewals }: VerbOutput<'task show'>, { paint }: Terminal): string[] {
  const told = [
    ...moves.map(({ at, from, to, by, reason }) => ({ at, text: `${from} -> ${to}, ${by}: ${reason}` })),
    ...renewals.map((renewal) => ({ at: renewal.at, text: sayRenewal(renewal) })),
  ].sort((one, other) => (one.at < other.at ? -1 : 1))
  const lines = told.map(({ at, text }) =>
    paint('dim', printable(`  ${at.slice(0, 16).replace('T', ' ')}  ${text}`)),
  )
  return lines.length === 0 ? [] : ['', ...lines]
}

/** One line a task: what it is called, how urgent, what it is. */
export function taskLine(
  { id, title, type, status, priority, depends_on }: TaskHead,
  { paint }: Terminal,
): string {
  const kind = type === 'feature' ? '' : `${type} `
  const waits = depends_on.length === 0 ? '' : paint('dim', `  after ${printable(depends_on.join(', '))}`)
  return `${paint('bold', id)}  ${paint('dim', `p${priority}`)}  ${paint(LOOKS[status], status)}  ${paint('dim', kind)}${inShort(title)}${waits}`
}

const LOOKS = {
  open: 'cyan',
  in_progress: 'yellow',
  implemented: 'yellow',
  done: 'green',
  blocked: 'red',
  deferred: 'dim',
} as const

function rest({
  total,
  shown,
  terminal: { paint, mark },
}: {
  total: number
  shown: number
  terminal: Terminal
}): string[] {
  return total === shown ? [] : [paint('dim', `${mark('same')} ${total - shown} more. --limit N`)]
}

export function problemLines(problems: Problems, { paint, mark }: Terminal): string[] {
  return problems.map(({ text }) => paint('yellow', `${mark('warning')} ${printable(text)}`))
}

function lines(all: readonly string[]): string {
  return `${all.join('\n')}\n`
}
