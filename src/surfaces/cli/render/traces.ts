import type { VerbOutput } from '#verbs/all.ts'
import type { Terminal } from '../terminal.ts'

export function renderTraces({ traces, total }: VerbOutput<'traces'>, { paint, mark }: Terminal): string {
  if (total === 0) return 'No trace was found. `keel trace --help` shows how to keep one.\n'
  const lines = traces.flatMap(({ at, about, subject, text, source }) => [
    `${paint('dim', at.slice(0, 10))}  ${paint('bold', subject)}  ${paint('dim', `${about}, from ${source}`)}`,
    ...text.split('\n').map((line) => `    ${line}`),
  ])
  const more = total - traces.length
  const rest = more === 0 ? [] : [paint('dim', `${mark('same')} ${more} more. keel traces --limit N`)]
  return `${[...lines, ...rest].join('\n')}\n`
}
