import type { ReadyAnswer } from '#verbs/run-ready.ts'
import type { Terminal } from '../terminal.ts'
import { renderRun } from './run.ts'

/** A receipt for each, and why there was no other. */
export function renderRunReady(answer: ReadyAnswer, terminal: Terminal): string {
  const { paint, mark } = terminal
  const { runs, passedOver, left } = answer
  const verified = runs.filter(({ outcome }) => outcome === 'verified').length
  const sum = runs.length === 0 ? [] : [paint('bold', `${verified} of ${runs.length} verified.`)]
  const lines = [
    ...passedOver.map(
      ({ task, reason }) => `${paint('yellow', mark('warning'))} ${task} was passed over: ${reason}`,
    ),
    [...sum, whyNoOther(answer)].join(' '),
    ...(left.length === 0 ? [] : [paint('dim', `Still ready: ${listed(left)}`)]),
  ]
  return `${runs.map((run) => `${renderRun(run, terminal)}\n`).join('')}${lines.join('\n')}\n`
}

function whyNoOther({ stopped, runs }: ReadyAnswer): string {
  switch (stopped.kind) {
    case 'none-ready':
      return runs.length === 0
        ? 'No task is ready. `keel task list` shows what is left.'
        : 'No other task is ready.'
    case 'most':
      return 'As many as were asked for.'
    case 'interrupted':
      return `Stopped: ${stopped.reason}`
    case 'work-left':
      return `Stopped, because the work of the last is in the way of the next. ${stopped.reason}\nNext: git status`
    case 'fault':
      return `Stopped: ${stopped.reason}${stopped.hint === null ? '' : `\nNext: ${stopped.hint}`}`
  }
}

function listed(ids: readonly string[]): string {
  const shown = ids.slice(0, 10).join(', ')
  return ids.length > 10 ? `${shown} and ${ids.length - 10} more` : shown
}
