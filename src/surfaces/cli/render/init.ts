import type { InitReport } from '#verbs/init.ts'
import type { Terminal } from '../terminal.ts'
import { extentOf, renderSetup } from './setup.ts'

export function renderInit(report: InitReport, terminal: Terminal): string {
  const { paint } = terminal
  const inUse = report.hosts.filter(({ kind }) => kind === 'project')
  const found = inUse.map(({ title, sign }) => `${title} ${paint('dim', `(${sign})`)}`)
  const isToDo = report.dryRun || extentOf(report) === 'nothing'
  return [
    renderSetup({ ...report, title: titleOf(report) }, terminal),
    found.length === 0
      ? 'No host has left a sign in this project yet.'
      : `Hosts in use here: ${found.join(', ')}`,
    isToDo
      ? `Next: ${paint('bold', report.command)}`
      : `Next: ${paint('bold', 'keel context')}${paint('dim', '  shows what each host will really load')}`,
    '',
  ].join('\n')
}

function titleOf(report: InitReport): string {
  return report.dryRun ? 'keel would set up' : TITLES[extentOf(report)]
}

const TITLES = {
  all: 'keel is set up in',
  part: 'keel is set up only in part in',
  nothing: 'keel is not set up in',
} as const
