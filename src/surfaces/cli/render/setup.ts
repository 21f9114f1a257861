import type { SetupReport } from '#verbs/apply-plan.ts'
import type { FileReport } from '#words/file-report.ts'
import type { Terminal } from '../terminal.ts'

/** How much of what a writing verb had to do was done. */
export function extentOf({ files }: SetupReport): 'all' | 'part' | 'nothing' {
  const undone = files.filter(({ outcome }) => outcome === 'conflict').length
  if (undone === 0) return 'all'
  return undone === files.length ? 'nothing' : 'part'
}

/** One line a file, its notes below it. Files that did not change are counted, not listed. */
export function renderSetup(report: SetupReport & { title: string }, terminal: Terminal): string {
  const { paint } = terminal
  const quiet = report.files.filter(({ outcome, notes }) => outcome === 'unchanged' && notes.length === 0)
  const shown = report.files.filter((file) => !quiet.includes(file))
  const width = Math.max(...shown.map(({ path }) => path.length), 0)
  return [
    `${paint('bold', report.title)} ${paint('dim', report.root)}${report.dryRun ? paint('yellow', '  dry run: nothing was written') : ''}`,
    ...shown.flatMap((file) => fileLines(file, { width, terminal })),
    ...(quiet.length === 0
      ? []
      : [
          `  ${terminal.mark('same')} ${paint('dim', `${quiet.length} ${quiet.length === 1 ? 'file' : 'files'} already up to date`)}`,
        ]),
    ...report.notes.map((note) => `  ${paint('yellow', terminal.mark('warning'))} ${note}`),
    '',
  ].join('\n')
}

function fileLines(
  { path, what, outcome, notes }: FileReport,
  { width, terminal }: { width: number; terminal: Terminal },
): string[] {
  const { mark, style } = LOOKS[outcome]
  const head = `  ${terminal.paint(style, terminal.mark(mark))} ${path.padEnd(width)}  ${terminal.paint('dim', wordsOf(what, outcome))}`
  return [head, ...notes.map((note) => `      ${terminal.paint('yellow', terminal.mark('warning'))} ${note}`)]
}

function wordsOf(what: FileReport['what'], outcome: FileReport['outcome']): string {
  const part = PART_WORDS[outcome]
  return what === 'file' || part === null ? outcome : `${what} ${part}`
}

const PART_WORDS = {
  created: 'added',
  updated: 'refreshed',
  unchanged: null,
  kept: null,
  removed: 'removed',
  conflict: null,
} as const satisfies Record<FileReport['outcome'], string | null>

const LOOKS = {
  created: { mark: 'done', style: 'green' },
  updated: { mark: 'done', style: 'green' },
  unchanged: { mark: 'same', style: 'dim' },
  kept: { mark: 'same', style: 'cyan' },
  removed: { mark: 'gone', style: 'green' },
  conflict: { mark: 'conflict', style: 'red' },
} as const satisfies Record<FileReport['outcome'], unknown>
