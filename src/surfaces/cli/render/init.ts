import type { InitReport } from '#verbs/init.ts'
import type { Terminal } from '../terminal.ts'
import { renderSetup } from './setup.ts'

export function renderInit(report: InitReport, terminal: Terminal): string {
  const { paint } = terminal
  const inUse = report.hosts.filter(({ kind }) => kind === 'project')
  const found = inUse.map(({ title, sign }) => `${title} ${paint('dim', `(${sign})`)}`)
  const next = report.dryRun ? 'keel init' : 'keel context'
  return [
    renderSetup(report, terminal, report.dryRun ? 'keel would set up' : 'keel is set up in'),
    found.length === 0
      ? 'No host has left a sign in this project yet.'
      : `Hosts in use here: ${found.join(', ')}`,
    `Next: ${paint('bold', next)}${report.dryRun ? '' : paint('dim', '  shows what each host will really load')}`,
    '',
  ].join('\n')
}
