import { printable } from '#kit/printable.ts'
import { shellWord } from '#kit/shell-word.ts'
import type { VerbOutput } from '#verbs/all.ts'
import { lookFirst } from '#verbs/look-first.ts'
import { sayTermChange } from '#words/changed-terms.ts'
import type { Terminal } from '../terminal.ts'
import { taskLine } from './tasks.ts'

export function renderTaskAdd(
  { dryRun, task, file, cycles, epics }: VerbOutput<'task add'>,
  terminal: Terminal,
): string {
  const head = `${dryMark({ dryRun }, terminal)}${done(terminal)} ${taskLine(task, terminal)}`
  const place = terminal.paint('dim', `  ${printable(file)}`)
  return [head, place, ...epicLines(epics), ...cycleLines(cycles, terminal), ''].join('\n')
}

/** Epics that were done, and are so no more. */
export function epicLines(epics: readonly string[]): string[] {
  return epics.length === 0 ? [] : [`  open again with it: ${epics.join(', ')}`]
}

function cycleLines(cycles: VerbOutput<'task add'>['cycles'], { paint, mark }: Terminal): string[] {
  return cycles.map((cycle) =>
    paint('yellow', `  ${mark('warning')} It waits for itself now: ${[...cycle, cycle[0]].join(' -> ')}.`),
  )
}

export function renderTaskClaim(report: VerbOutput<'task claim'>, terminal: Terminal): string {
  switch (report.kind) {
    case 'none':
      return 'No task is ready. `keel task list` shows what is left.\n'
    case 'would-claim':
      return `${dryMark({ dryRun: true }, terminal)}${report.id} would be taken.\n`
    case 'claimed': {
      const { task, lease, doubts } = report
      const again = terminal.paint(
        'dim',
        `  yours until ${lease.until}. Longer: keel task claim ${task.id} --as ${printable(shellWord(lease.claimant))}`,
      )
      const warnings = doubts.map((doubt) =>
        terminal.paint('yellow', `  ${terminal.mark('warning')} ${printable(doubt)}\n`),
      )
      const hints = lookFirst(report).map((hint) => terminal.paint('dim', `  ${hint}\n`))
      return `${done(terminal)} ${taskLine(task, terminal)}\n${again}\n${warnings.join('')}${hints.join('')}`
    }
  }
}

export function renderTaskClose(report: VerbOutput<'task close'>, terminal: Terminal): string {
  const { paint, mark } = terminal
  switch (report.kind) {
    case 'closed':
      return `${dryMark(report, terminal)}${done(terminal)} ${report.task.id} is done${report.isForced ? ', without proof' : ''}.${withEpics(report.epics)}\n${report.next === null ? '' : `  ${printable(report.next)}\n`}`
    case 'closed-before':
      return `${paint('dim', mark('same'))} ${report.id} was done before.\n`
    case 'refused':
      return [
        `${paint('red', mark('conflict'))} ${report.id} is not closed:`,
        ...report.reasons.map((reason) => `  ${printable(reason)}`),
        '',
      ].join('\n')
  }
}

function withEpics(epics: readonly string[]): string {
  return epics.length === 0 ? '' : ` With it, all parts of ${epics.join(', ')} are, and so it is, too.`
}

export function renderTaskMove(
  { dryRun, from, task, epics, holder }: VerbOutput<'task reopen'>,
  terminal: Terminal,
): string {
  const why = task.blocked_by === null ? '' : `: ${printable(task.blocked_by)}`
  const more = [
    ...(epics.length === 0 ? [] : [`open again with it: ${epics.join(', ')}`]),
    ...(holder === null ? [] : [`taken from ${printable(holder)}, who was at work on it`]),
  ]
  const said = [`${task.id}: ${from} -> ${task.status}${why}`, ...more].join('; ')
  return `${dryMark({ dryRun }, terminal)}${done(terminal)} ${said}\n`
}

export function renderTaskNote({ dryRun, id, note }: VerbOutput<'task note'>, terminal: Terminal): string {
  const text = note.split('\n').map((line) => `  ${printable(line)}`)
  return [`${dryMark({ dryRun }, terminal)}${done(terminal)} ${id}`, ...text, ''].join('\n')
}

export function renderTaskEdit(
  { dryRun, task, changed, terms, cycles, epics }: VerbOutput<'task edit'>,
  terminal: Terminal,
): string {
  const head = `${dryMark({ dryRun }, terminal)}${done(terminal)} ${taskLine(task, terminal)}`
  const what = changed.length === 0 ? 'Nothing is other than it was.' : `changed: ${changed.join(', ')}`
  const fields = changed.length === 0 && terms !== null ? [] : [terminal.paint('dim', `  ${what}`)]
  const more = [
    ...termLines(task.id, { terms, terminal }),
    ...epicLines(epics),
    ...cycleLines(cycles, terminal),
  ]
  return [head, ...fields, ...more, ''].join('\n')
}

type EditedTerms = { readonly terms: VerbOutput<'task edit'>['terms']; readonly terminal: Terminal }

function termLines(id: string, { terms, terminal: { paint, mark } }: EditedTerms): string[] {
  if (terms === null) return []
  const changes = terms.changes.map((change) => `    ${printable(sayTermChange(change))}`)
  switch (terms.kind) {
    case 'same':
      return ['  What it says of its proof binds already.']
    case 'renewed':
      return [
        '  From here on it is proven by other terms than it was claimed on:',
        ...changes,
        `  Next: keel verify --task ${id}`,
      ]
    case 'kept':
      return [
        paint(
          'yellow',
          `  ${mark('warning')} It was claimed before, and its claim keeps its terms: what it says now does not bind.`,
        ),
        ...changes,
        `  If it shall, a person at a terminal says so: keel task edit ${id} --renew-terms`,
      ]
  }
}

function done({ paint, mark }: Terminal): string {
  return paint('green', mark('done'))
}

function dryMark({ dryRun }: { readonly dryRun: boolean }, { paint }: Terminal): string {
  return dryRun ? `${paint('yellow', 'dry run: nothing was written')}\n` : ''
}
