import { inShort } from '#kit/in-short.ts'
import { printable } from '#kit/printable.ts'
import type { VerbOutput } from '#verbs/all.ts'
import type { Terminal } from '../terminal.ts'
import { problemLines } from './tasks.ts'

/** A line each, as other programs read it. What could not be exported follows only where a person reads. */
export function renderTaskExport(
  { tasks, broken, output }: VerbOutput<'task export'>,
  { paint, mark }: Terminal,
): string {
  if (output === null) return tasks.map((task) => `${JSON.stringify(task)}\n`).join('')
  const missing = broken.map(({ file, reason }) =>
    paint('yellow', `${mark('warning')} ${printable(file)} ${printable(reason)}.\n`),
  )
  return `${paint('green', mark('done'))} ${tasks.length} tasks in ${printable(output)}.\n${missing.join('')}`
}

export function renderTaskGraph({ text, tasks, format }: VerbOutput<'task graph'>): string {
  return tasks === 0 && format === 'text' ? 'Nothing waits for anything.\n' : text
}

const STATES = { ready: '', waiting: '', running: '  at work', implemented: '  not proven yet' } as const

export function renderTaskWaves(
  { waves, left_out, problems, output }: VerbOutput<'task waves'>,
  terminal: Terminal,
): string {
  const { paint, mark } = terminal
  const each = waves.flatMap(({ wave, tasks }) => [
    paint('bold', `Wave ${wave}`),
    ...tasks.map(({ id, title, state, files }) => {
      const touched = files.length === 0 ? 'files unknown' : files.join(', ')
      return `  ${id}  ${inShort(title)}${paint('yellow', STATES[state])}  ${paint('dim', printable(touched))}`
    }),
  ])
  const left = left_out.map(
    ({ id, reason }) => `  ${paint('yellow', mark('warning'))} ${id}: ${printable(reason)}`,
  )
  return `${[
    ...(waves.length === 0 ? ['There is nothing to do.'] : each),
    ...(left.length === 0 ? [] : [paint('bold', 'In no wave'), ...left]),
    ...problemLines(problems, terminal),
    ...(output === null ? [] : [`${paint('green', mark('done'))} Written to ${printable(output)}.`]),
  ].join('\n')}\n`
}
