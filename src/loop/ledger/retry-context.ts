import type { FailingTest } from '#words/evidence.ts'
import type { LedgerAttempt } from './fold-attempts.ts'
import { workerName } from './worker-name.ts'

export type RetryRequest = {
  /** All attempts at the task, oldest first. */
  readonly attempts: readonly LedgerAttempt[]
  /** What the agent of an attempt said and did, to be read by people; empty where nobody knows. */
  readonly logOf: (attempt: LedgerAttempt) => string
}

/** What the next attempt must know of those before it; null where none came to anything. */
export function retryContext({ attempts, logOf }: RetryRequest): string | null {
  // One that never got to work teaches nothing.
  const failed = attempts.filter(
    ({ outcome, evidence }) => outcome === 'failed' || (outcome === 'interrupted' && evidence !== null),
  )
  const last = failed.at(-1)
  if (last === undefined) return null
  const parts = [
    `# What was tried before\n\n${failed.slice(-ATTEMPTS_SHOWN).map(line).join('\n')}`,
    whatFails(last),
    notAgain(failed),
    endOf(`The end of the log of \`${last.evidence?.command ?? ''}\``, last.evidence?.tail ?? ''),
    endOf('The end of what the agent did', logOf(last)),
  ]
  return cut(parts.filter((part) => part !== '').join('\n\n'))
}

const ATTEMPTS_SHOWN = 10
const FAILING_SHOWN = 20
const LOG_LINES = 50
const LINE_CHARACTERS = 400
const CHARACTERS_MAX = 16_000

function line({ number, worker, startedAt, endedAt, error }: LedgerAttempt): string {
  const took = endedAt === null ? '' : `, ${minutesBetween(startedAt, endedAt)}`
  return `- Attempt ${number} (${workerName(worker)}${took}): ${error?.category ?? 'failed'}. ${error?.summary ?? ''}`
}

function minutesBetween(from: string, to: string): string {
  const seconds = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000))
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}

function whatFails({ evidence }: LedgerAttempt): string {
  const failing = evidence?.failing ?? []
  if (failing.length === 0) return ''
  const old = new Set(evidence?.baseline ?? [])
  const shown = failing.slice(0, FAILING_SHOWN).map((test) => `- ${describe(test, old)}`)
  const more = failing.length > shown.length ? [`- and ${failing.length - shown.length} more`] : []
  return `Failing tests:\n\n${[...shown, ...more].join('\n')}`
}

function describe({ id, message, location }: FailingTest, old: ReadonlySet<string>): string {
  const where = location === null ? '' : ` (${location})`
  const said = message === null ? '' : `: ${message.split('\n', 1)[0]?.slice(0, LINE_CHARACTERS)}`
  return `${id}${where}${old.has(id) ? ', which failed before the work began, too' : ''}${said}`
}

/** What was done and was not enough. Whoever starts afresh would do the same once more. */
function notAgain(failed: readonly LedgerAttempt[]): string {
  const lines = failed.slice(-ATTEMPTS_SHOWN).flatMap(({ number, files, claimed, aside }) => {
    const what = files.length === 0 ? 'changed nothing' : `changed ${listed(files)}`
    const kept = aside === null ? '' : ` It is kept: \`git show ${aside.ref}\`.`
    return [`- Attempt ${number} ${what}${claimed ? ', and said that the work was done' : ''}.${kept}`]
  })
  return `Not enough, so do not merely repeat it:\n\n${lines.join('\n')}`
}

function listed(files: readonly string[]): string {
  const shown = files.slice(0, 8).join(', ')
  return files.length > 8 ? `${shown} and ${files.length - 8} more` : shown
}

function endOf(title: string, log: string): string {
  if (log.trim() === '') return ''
  const lines = log
    .trimEnd()
    .split('\n')
    .slice(-LOG_LINES)
    .map((one) => one.slice(0, LINE_CHARACTERS))
  const text = lines.join('\n')
  // Longer than any fence in it, so that what is quoted stays quoted.
  const fence = '`'.repeat(Math.max(3, ...(text.match(/`{3,}/g) ?? []).map((run) => run.length + 1)))
  return `${title}:\n\n${fence}\n${text}\n${fence}`
}

function cut(text: string): string {
  return text.length <= CHARACTERS_MAX ? text : `${text.slice(0, CHARACTERS_MAX)}\n[cut off here]`
}
