import type { ConfigReport } from '#verbs/config.ts'
import type { Terminal } from '../terminal.ts'

type Source = Extract<ConfigReport, { kind: 'values' }>['values'][number]['source']

export function renderConfig(report: ConfigReport, { paint, mark }: Terminal): string {
  switch (report.kind) {
    case 'schema':
      return `${JSON.stringify(report.schema, null, 2)}\n`
    case 'problems':
      return [
        'The configuration is wrong. Verbs that need it do nothing until this is mended:',
        ...report.problems.map(
          ({ where, key, message }) =>
            `  ${paint('red', mark('conflict'))} ${where}  ${key === '' ? '' : `${key}: `}${message}`,
        ),
        '',
      ].join('\n')
    case 'values': {
      const rows = report.values.map(({ key, value, source }) => ({
        key,
        shown: JSON.stringify(value),
        source,
      }))
      const keyWidth = Math.max(...rows.map(({ key }) => key.length))
      const valueWidth = Math.max(...rows.map(({ shown }) => shown.length))
      const lines = rows.map(({ key, shown, source }) =>
        report.explained
          ? `${key.padEnd(keyWidth)}  ${paint('bold', shown.padEnd(valueWidth))}  ${paint('dim', describeSource(source))}`
          : `${key.padEnd(keyWidth)}  ${paint('bold', shown)}`,
      )
      return `${lines.join('\n')}\n`
    }
  }
}

function describeSource(source: Source): string {
  switch (source.kind) {
    case 'flag':
      return 'flag --set'
    case 'environment':
      return `environment ${source.variable}`
    case 'project':
    case 'user':
      return `${source.kind} ${source.file}:${source.line}`
    case 'default':
      return 'default'
  }
}
