import type { InitReport } from '#verbs/init.ts'
import type { Terminal } from '../terminal.ts'
import { renderSetup } from './setup.ts'

export function renderInit(report: InitReport, terminal: Terminal): string {
  const { paint } = terminal
  const inUse = report.hosts.filter(({ kind }) => kind === 'project')
  const found = inUse.map(({ title, sign }) => `${title} ${paint('dim', `(${sign})`)}`)
  const next = report.dryRun ? report.command : 'keel context'
  return [
    renderSetup({ ...report, title: titleOf(report) }, terminal),
    found.length === 0
      ? 'No host has left a sign in this project yet.'
      : `Hosts in use here: ${found.join(', ')}`,
    `Next: ${paint('bold', next)}${report.dryRun ? '' : paint('dim', '  shows what each host will really load')}`,
    '',
  ].join('\n')
}

function titleOf({ dryRun, files }: InitReport): string {
  if (dryRun) return 'keel would set up'
  return files.some(({ outcome }) => outcome === 'conflict')
    ? 'keel is set up only in part in'
    : 'keel is set up in'
}
