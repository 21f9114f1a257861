import { printable } from '#kit/printable.ts'
import { Fault } from '#words/fault.ts'
import type { Terminal } from '../terminal.ts'

/** What happened, and what to type next. A fault of keel's own shows its stack, because somebody must mend it. */
export function renderFault(error: unknown, { paint }: Terminal): string {
  if (!(error instanceof Fault)) {
    const story = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return `${paint('red', 'keel broke:')} ${story}\nThis is a defect of keel. Please report it with the lines above.\n`
  }
  const hint = error.hint === null ? '' : `  ${paint('dim', 'try:')} ${printable(error.hint)}\n`
  return `${paint('red', 'keel:')} ${asLines(error.message)}\n${hint}`
}

/** What was read from files is in it, and steers no terminal. */
function asLines(text: string): string {
  const lines = text.split('\n').map((line) => printable(line.replaceAll('\t', '    ')))
  return lines.join('\n')
}
