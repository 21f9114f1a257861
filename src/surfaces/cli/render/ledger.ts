import { inShort } from '#kit/in-short.ts'
import { printable } from '#kit/printable.ts'
import type { LedgerReport } from '#verbs/ledger.ts'
import type { LedgerCostReport } from '#verbs/ledger-cost.ts'
import type { LedgerRunsReport } from '#verbs/ledger-runs.ts'
import type { LedgerShowReport } from '#verbs/ledger-show.ts'
import type { Terminal } from '../terminal.ts'

export function renderLedger({ work, resumable }: LedgerReport, { paint, mark }: Terminal): string {
  if (work.length === 0) return 'Nothing has been tried here yet.\n'
  const lines = work.map(({ task, objective, attempts, outcome, error, costUsd }) => {
    const { style, sign } = LOOKS[outcome]
    const name = task === null ? '' : `${paint('bold', task)} `
    const why = error === null ? '' : paint('dim', `, ${error.category}`)
    return `${paint(style, mark(sign))} ${name}${firstLine(objective)}  ${paint('dim', `${counted(attempts)}${money(costUsd)}`)}${why}`
  })
  return `${[...lines, ...nextStep(resumable)].join('\n')}\n`
}

export function renderLedgerShow(
  { attempts, resumable }: LedgerShowReport,
  { paint, mark }: Terminal,
): string {
  const blocks = attempts.map((attempt) => {
    const { style, sign } = LOOKS[attempt.outcome]
    const { error, files, commits, evidence, papers, aside } = attempt
    const worker = attempt.worker.kind === 'host' ? attempt.worker.host : attempt.worker.model
    const failing = (evidence?.failing ?? []).slice(0, FAILING_SHOWN)
    return [
      `${paint(style, mark(sign))} attempt ${attempt.number} of ${attempt.run}: ${attempt.outcome}  ${paint('dim', `${worker}, ${attempt.startedAt.slice(0, 19).replace('T', ' ')}`)}`,
      ...(error === null ? [] : [`    ${error.category}: ${printable(error.summary)}`]),
      ...failing.map(
        ({ id, location }) =>
          `    ${mark('same')} ${printable(id)}${location === null ? '' : paint('dim', ` ${printable(location)}`)}`,
      ),
      `    ${usageText(attempt)}`,
      ...(files.length === 0 ? [] : [`    changed ${printable(listed(files))}`]),
      ...(commits.length === 0
        ? []
        : [`    commits ${commits.map((commit) => commit.slice(0, 10)).join(', ')}`]),
      ...(aside === null ? [] : [`    put aside at ${aside.ref}: git show ${aside.ref}`]),
      ...(papers === null ? [] : [paint('dim', `    ${papers}`)]),
    ].join('\n')
  })
  const own = attempts.some(({ run }) => run === resumable) ? resumable : null
  return `${[...blocks, ...nextStep(own)].join('\n')}\n`
}

export function renderLedgerRuns({ runs, resumable }: LedgerRunsReport, { paint, mark }: Terminal): string {
  if (runs.length === 0) return 'No run was begun here yet.\n'
  const lines = runs.map(({ run, task, objective, startedAt, ended, worker, attempts }) => {
    const { style, sign } =
      ended === null
        ? run === resumable
          ? LOOKS.interrupted
          : LOOKS.running
        : ended.outcome === 'verified'
          ? LOOKS.verified
          : LOOKS.failed
    const about = task === null ? firstLine(objective) : `${task} ${firstLine(objective)}`
    return `${paint('dim', startedAt.slice(0, 19).replace('T', ' '))}  ${paint(style, mark(sign))} ${run} ${about}  ${paint('dim', `${worker}, ${counted(attempts)}`)}`
  })
  return `${[...lines, ...nextStep(resumable)].join('\n')}\n`
}

function nextStep(resumable: string | null): string[] {
  return resumable === null ? [] : [`Next: keel run --resume (${resumable} came to no end)`]
}

export function renderLedgerCost(report: LedgerCostReport, { paint }: Terminal): string {
  const { asked, tokens: planned, costUsd: spent } = report.planning
  const planning = asked === 0 ? [] : [`  plans: asked ${asked} times, ${planned} tokens${money(spent)}`]
  if (report.attempts === 0) return ['Nothing has been tried here yet.', ...planning, ''].join('\n')
  const per = report.costPerVerified
  const least = report.isCostWhole ? '' : 'at least '
  const rows = [
    row('all', report),
    ...report.byWorker.map((own) => row(own.worker, own)),
    ...report.byTier.map((own) => row(`tier ${own.tier}`, own)),
  ]
  const { reported, table, estimated, subscription, none, unknown } = report.sources
  return `${[
    per === null
      ? 'No cost of a verified task is known yet.'
      : `A verified task costs ${least}${paint('bold', dollars(per))}.`,
    ...rows,
    ...planning,
    paint(
      'dim',
      `  Costs of attempts: ${reported} reported, ${table} from the table of prices, ${estimated} estimated, ${subscription} on a subscription, ${none + unknown} unknown.`,
    ),
  ].join('\n')}\n`
}

type CostRow = LedgerCostReport['byWorker'][number] | LedgerCostReport['byTier'][number] | LedgerCostReport

function row(name: string, { attempts, verified, tasks, tokens, sources, ...costs }: CostRow): string {
  const { costUsd, costPerVerified, isCostWhole } = costs
  const used =
    sources.unknown === attempts
      ? 'tokens unknown'
      : `${tokens.input + tokens.cached} tokens in, ${tokens.output} out`
  const more = isCostWhole ? '' : ' and more'
  const spent = costUsd === null ? '' : `${money(costUsd)}${more}`
  const each = costPerVerified === null ? '' : `, ${dollars(costPerVerified)}${more} a verified task`
  return `  ${name}: ${verified} of ${tasks} tasks verified in ${counted(attempts)}, ${used}${spent}${each}`
}

function usageText({ usage, outcome }: LedgerShowReport['attempts'][number]): string {
  if (usage === null) return outcome === 'running' ? 'at work' : 'tokens and cost unknown'
  const { input, cacheRead, cacheWrite, output, costUsd, costSource, estimated } = usage
  const source = costUsd === null ? ', cost unknown' : ` (${estimated ? 'estimated' : costSource})`
  return `${input + cacheRead + cacheWrite} tokens in, ${output} out${money(costUsd)}${source}`
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
  return inShort(text.split('\n', 1)[0] ?? '')
}
