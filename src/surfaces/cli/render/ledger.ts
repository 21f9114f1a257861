import type { LedgerReport } from '#verbs/ledger.ts'
import type { LedgerCostReport } from '#verbs/ledger-cost.ts'
import type { LedgerRunsReport } from '#verbs/ledger-runs.ts'
import type { LedgerShowReport } from '#verbs/ledger-show.ts'
import type { Usage } from '#words/usage.ts'
import type { Terminal } from '../terminal.ts'

export function renderLedger({ work }: LedgerReport, { paint, mark }: Terminal): string {
  if (work.length === 0) return 'Nothing has been tried here yet.\n'
  const lines = work.map(({ task, objective, attempts, outcome, error, costUsd }) => {
    const { style, sign } = LOOKS[outcome]
    const name = task === null ? '' : `${paint('bold', task)} `
    const why = error === null ? '' : paint('dim', `, ${error.category}`)
    return `${paint(style, mark(sign))} ${name}${firstLine(objective)}  ${paint('dim', `${counted(attempts)}${money(costUsd)}`)}${why}`
  })
  return `${lines.join('\n')}\n`
}

export function renderLedgerShow({ attempts }: LedgerShowReport, { paint, mark }: Terminal): string {
  const blocks = attempts.map((attempt) => {
    const { style, sign } = LOOKS[attempt.outcome]
    const { usage, error, files, commits, evidence, papers, aside } = attempt
    const worker = attempt.worker.kind === 'host' ? attempt.worker.host : attempt.worker.model
    const failing = (evidence?.failing ?? []).slice(0, FAILING_SHOWN)
    return [
      `${paint(style, mark(sign))} attempt ${attempt.number} of ${attempt.run}: ${attempt.outcome}  ${paint('dim', `${worker}, ${attempt.startedAt.slice(0, 19).replace('T', ' ')}`)}`,
      ...(error === null ? [] : [`    ${error.category}: ${error.summary}`]),
      ...failing.map(
        ({ id, location }) =>
          `    ${mark('same')} ${id}${location === null ? '' : paint('dim', ` ${location}`)}`,
      ),
      ...usageLines(usage),
      ...(files.length === 0 ? [] : [`    changed ${listed(files)}`]),
      ...(commits.length === 0
        ? []
        : [`    commits ${commits.map((commit) => commit.slice(0, 10)).join(', ')}`]),
      ...(aside === null ? [] : [`    put aside at ${aside.ref}: git show ${aside.ref}`]),
      ...(papers === null ? [] : [paint('dim', `    ${papers}`)]),
    ].join('\n')
  })
  return `${blocks.join('\n')}\n`
}

export function renderLedgerRuns({ runs }: LedgerRunsReport, { paint, mark }: Terminal): string {
  if (runs.length === 0) return 'No run was begun here yet.\n'
  const lines = runs.map(({ run, task, objective, startedAt, ended, worker, attempts }) => {
    const { style, sign } =
      ended === null ? LOOKS.running : ended.outcome === 'verified' ? LOOKS.verified : LOOKS.failed
    const about = task === null ? firstLine(objective) : `${task} ${firstLine(objective)}`
    return `${paint('dim', startedAt.slice(0, 19).replace('T', ' '))}  ${paint(style, mark(sign))} ${run} ${about}  ${paint('dim', `${worker}, ${counted(attempts)}`)}`
  })
  return `${lines.join('\n')}\n`
}

export function renderLedgerCost(report: LedgerCostReport, { paint }: Terminal): string {
  const { asked, tokens: planned, costUsd: spent } = report.planning
  const planning = asked === 0 ? [] : [`  plans: asked ${asked} times, ${planned} tokens${money(spent)}`]
  if (report.attempts === 0) return ['Nothing has been tried here yet.', ...planning, ''].join('\n')
  const per = report.costPerVerified
  const rows = [{ worker: 'all', ...report }, ...report.byWorker].map(
    ({ worker, attempts, verified, tasks, tokens, costUsd, costPerVerified }) =>
      `  ${worker}: ${verified} of ${tasks} tasks verified in ${counted(attempts)}, ${tokens.input + tokens.cached} tokens in, ${tokens.output} out${money(costUsd)}${costPerVerified === null ? '' : `, ${dollars(costPerVerified)} a verified task`}`,
  )
  const { reported, table, subscription, none } = report.sources
  return `${[
    per === null
      ? 'No cost of a verified task is known yet.'
      : `A verified task costs ${paint('bold', dollars(per))}.`,
    ...rows,
    ...planning,
    paint(
      'dim',
      `  Costs of attempts: ${reported} reported, ${table} from the table of prices, ${subscription} on a subscription, ${none} unknown.`,
    ),
  ].join('\n')}\n`
}

function usageLines(usage: Usage | null): string[] {
  if (usage === null) return []
  const { input, cacheRead, cacheWrite, output, costUsd, costSource } = usage
  const source = costUsd === null ? '' : ` (${costSource})`
  return [`    ${input + cacheRead + cacheWrite} tokens in, ${output} out${money(costUsd)}${source}`]
}

const FAILING_SHOWN = 10

const LOOKS = {
  verified: { style: 'green', sign: 'done' },
  failed: { style: 'red', sign: 'conflict' },
  interrupted: { style: 'yellow', sign: 'warning' },
  running: { style: 'dim', sign: 'same' },
} as const

function counted(attempts: number): string {
  return attempts === 1 ? '1 attempt' : `${attempts} attempts`
}

function money(costUsd: number | null): string {
  return costUsd === null ? '' : `, ${dollars(costUsd)}`
}

function dollars(costUsd: number): string {
  return `$${costUsd.toFixed(costUsd < 0.1 ? 4 : 2)}`
}

function listed(files: readonly string[]): string {
  const shown = files.slice(0, 5).join(', ')
  return files.length > 5 ? `${shown} and ${files.length - 5} more` : shown
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? ''
}
