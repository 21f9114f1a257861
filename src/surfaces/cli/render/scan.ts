import type { ScanHistory, ScanReport } from '#verbs/scan.ts'
import type { Terminal } from '../terminal.ts'
import { renderEntry } from './log.ts'

export function renderScan(report: ScanReport | ScanHistory, terminal: Terminal): string {
  switch (report.kind) {
    case 'history':
      return report.scans.length === 0
        ? 'Nothing has been scanned here yet.\n'
        : `${report.scans.map((entry) => renderEntry(entry, terminal)).join('\n')}\n`
    case 'scan':
      return report.followed ? '' : renderOne(report, terminal)
  }
}

function renderOne(report: ScanReport, { paint, mark }: Terminal): string {
  const { files, changed, deleted, moved, symbols, dependencies, astContext } = report
  const gone = deleted === 0 ? '' : `, ${number(deleted)} gone`
  const lines = [
    `${paint('green', mark('done'))} ${number(files)} files, ${number(changed)} changed${gone}: ${number(symbols)} symbols, ${number(dependencies)} dependencies`,
    ...(moved === 0
      ? []
      : [paint('yellow', `${mark('warning')} ${number(moved)} were changed meanwhile: keel scan`)]),
    ...(astContext === null
      ? []
      : [`${mark('same')} ${number(astContext.modules)} modules in ${astContext.folder}`]),
    paint('dim', `${mark('same')} ${tellRest(report)}`),
  ]
  return `${lines.join('\n')}\n`
}

function tellRest({ mode, store, commit, durationMs }: ScanReport): string {
  const at = commit === null ? '' : ` at ${commit.slice(0, 10)}`
  return `${mode} scan${at} into ${store}, ${(durationMs / 1000).toFixed(1)} s`
}

function number(amount: number): string {
  return amount.toLocaleString('en-US')
}
