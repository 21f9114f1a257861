import { inTree } from '#kit/in-tree.ts'
import { printable } from '#kit/printable.ts'
import type { VerbOutput } from '#verbs/all.ts'
import type { Terminal } from '../terminal.ts'
import { epicLines } from './task-changes.ts'
import { treeLines } from './task-import.ts'

type Report = VerbOutput<'plan'>
type Shown = Extract<Report, { readonly kind: 'shown' }>

export function renderPlan(report: Report, terminal: Terminal): string {
  const { paint, mark } = terminal
  switch (report.kind) {
    case 'would-ask': {
      const who = report.worker.kind === 'host' ? report.worker.host : report.worker.model
      const lines = [
        paint('yellow', 'dry run: nobody was asked'),
        `${who} would be asked:`,
        ...cutLine(report.cut, terminal),
      ]
      return `${lines.join('\n')}\n\n${report.prompt}\n`
    }
    case 'shown':
      return `${shownLines(report, terminal).join('\n')}\n`
    case 'written': {
      const { dryRun, added, epics, known, by, specification } = report
      const before = known === 0 ? '' : `; ${known} written before`
      return `${[
        ...(dryRun ? [paint('yellow', 'dry run: nothing was written')] : []),
        `${paint('green', mark('done'))} ${added.length} tasks of ${printable(specification)}, as planned by ${printable(by)}${before}.`,
        ...treeLines(added, terminal),
        ...epicLines(epics),
        ...(dryRun ? [] : [paint('dim', '  Next: keel task ready')]),
      ].join('\n')}\n`
    }
  }
}

function shownLines(report: Shown, terminal: Terminal): string[] {
  const { specification, by, tasks, isKept, cut, usages, notUnderstood, hint } = report
  const { paint, mark } = terminal
  const whose = by === 'checklist' ? 'by its checklists; nobody was asked' : `by ${by}${costOf(usages)}`
  return [
    `${printable(specification)}, ${printable(whose)}:`,
    ...inTree(tasks, { keyOf: ({ key }) => key, parentOf: ({ parent }) => parent }).flatMap(
      ({ item, depth }) => taskLines(item, { depth, terminal }),
    ),
    ...cutLine(cut, terminal),
    ...notUnderstood.map(({ place, text }) =>
      paint('yellow', `${mark('warning')} ${printable(`${place} ${text}`)}`),
    ),
    ...(hint === null ? [] : [paint('dim', `${mark('same')} To have it planned by somebody: ${hint}`)]),
    isKept
      ? paint('dim', `Nothing is written yet. Next: keel plan ${specification} --write`)
      : paint('yellow', `${mark('warning')} The plan was not kept, and cannot be written.`),
  ]
}

function costOf(usages: Shown['usages']): string {
  const costs = usages.flatMap(({ costUsd }) => costUsd ?? [])
  const total = costs.reduce((sum, cost) => sum + cost, 0)
  const asked = usages.length > 1 ? `, asked ${usages.length} times` : ''
  return costs.length === 0 ? asked : `${asked}, $${total.toFixed(4)}`
}

function cutLine(cut: number, { paint, mark }: Terminal): string[] {
  return cut === 0
    ? []
    : [paint('yellow', `${mark('warning')} The last ${cut} characters of the specification were left out.`)]
}

function taskLines(
  task: Shown['tasks'][number],
  { depth, terminal: { paint, mark } }: { depth: number; terminal: Terminal },
): string[] {
  const { key, title, type, status, dependsOn, files, acceptance, check, wave } = task
  const space = '  '.repeat(depth + 1)
  const state = wave === null ? (status === 'done' ? 'done' : '') : `wave ${wave}`
  const more = [
    ...(dependsOn.length === 0 ? [] : [`after ${dependsOn.join(', ')}`]),
    ...(files.length === 0 ? [] : [files.join(', ')]),
    ...(check === null ? [] : [`check: ${check}`]),
  ]
  const kind = type === 'epic' ? 'bold' : 'dim'
  return [
    `${space}${paint(kind, type === 'epic' ? '' : `${printable(key)}  `)}${printable(title)}${state === '' ? '' : `  ${paint('cyan', state)}`}`,
    ...more.map((text) => `${space}    ${paint('dim', printable(text))}`),
    ...describedIn(task).map((line) => `${space}    ${line}`.trimEnd()),
    ...acceptance.map((sentence) => `${space}    ${mark('same')} ${printable(sentence)}`),
  ]
}

/** As much of it as one reads through before it is written. */
function describedIn({ description }: Shown['tasks'][number]): string[] {
  const whole = description.trim()
  const shown = whole.split('\n', LINES_MAX).join('\n').slice(0, LETTERS_MAX)
  const lines = whole === '' ? [] : shown.split('\n').map((line) => printable(line.trimEnd()))
  const left = whole.length - shown.length
  return left === 0 ? lines : [...lines, `… and ${left} characters more, which --json has.`]
}

const LINES_MAX = 6
const LETTERS_MAX = 600
