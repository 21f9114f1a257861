import type { DemoReport } from '#verbs/demo.ts'
import type { Terminal } from '../terminal.ts'
import { renderRun } from './run.ts'

export function renderDemo({ answer, folder, change, requests }: DemoReport, terminal: Terminal): string {
  const { paint } = terminal
  return [
    '',
    renderRun(answer, terminal).trimEnd(),
    '',
    change,
    '',
    paint('dim', `The model was asked ${requests} times, on this machine. Nothing left it.`),
    folder === null ? 'Next: keel init  in a repository of yours' : `Look around: cd ${folder} && keel log`,
    '',
  ].join('\n')
}
