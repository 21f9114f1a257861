import { printable } from '#kit/printable.ts'
import type { LogReport } from '#verbs/log.ts'
import { sayRenewal } from '#words/changed-terms.ts'
import type { Entry } from '#words/entry.ts'
import type { TaskStatus } from '#words/task.ts'
import type { Usage } from '#words/usage.ts'
import type { Terminal } from '../terminal.ts'

export function renderLog({ followed, entries, earlier, unreadable }: LogReport, terminal: Terminal): string {
  const { paint, mark } = terminal
  const older =
    earlier === 0 || followed ? [] : [paint('dim', `${mark('same')} ${earlier} earlier. keel log --last N`)]
  const broken = unreadable.map(({ file, line, kind }) =>
    paint(
      'yellow',
      kind === 'torn'
        ? `${mark('warning')} ${file}:${line} was being written when its process was killed. It was skipped.`
        : `${mark('warning')} ${file}:${line} is no entry. It was skipped.`,
    ),
  )
  const isEmpty = !followed && entries.length + earlier + unreadable.length === 0
  const none = isEmpty ? ['Nothing has been recorded here yet.'] : []
  const lines = [...none, ...older, ...entries.map((entry) => renderEntry(entry, terminal)), ...broken]
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`
}

/** One line an entry: when, what, and the few words that matter. */
export function renderEntry(entry: Entry, { paint, mark }: Terminal): string {
  const time = paint('dim', entry.at.slice(0, 19).replace('T', ' '))
  const line = (look: keyof typeof LOOKS, text: string) => {
    const { style, sign } = LOOKS[look]
    return `${time}  ${paint(style, mark(sign))} ${text}`
  }
  switch (entry.kind) {
    case 'run-started':
      return line('step', `run ${entry.run}: ${firstLine(entry.objective)}`)
    case 'run-resumed':
      return line('step', `run ${entry.run} resumed`)
    case 'attempt-started':
      return line('step', `attempt ${entry.attempt} of ${entry.run}`)
    case 'attempt-ended': {
      const { kind, detail } = entry.ending
      const tokens = tokensOf(entry.usage)
      const claim = entry.claimed ? ', says it is done' : ''
      return kind === 'ok'
        ? line('step', `attempt ${entry.attempt} ended${claim} (${tokens})`)
        : line('odd', `attempt ${entry.attempt} ended: ${kind}. ${detail}`)
    }
    case 'verified':
      return line(entry.evidence.passed ? 'good' : 'bad', whatPassed(entry))
    case 'put-aside':
      return line('odd', `work of ${entry.run} put aside at ${entry.aside.ref}`)
    case 'run-ended':
      return entry.outcome === 'verified'
        ? line(
            'good',
            `run ${entry.run} verified${entry.commit === null ? '' : `, commit ${entry.commit.slice(0, 10)}`}`,
          )
        : line('bad', `run ${entry.run} blocked: ${entry.reason}`)
    case 'denied':
      return line('bad', `${entry.guard} denied ${entry.action}`)
    case 'pack-verified':
      return line(
        entry.hits.at5 ? 'good' : 'odd',
        `pack compared, ${firstFound(entry)}: ${firstLine(entry.title)}`,
      )
    case 'trace':
      return line('odd', `${entry.about} ${entry.subject}: ${firstLine(entry.text)}`)
    case 'task-moved':
      return line(MOVES[entry.to], whatMoved(entry))
    case 'task-edited':
      return line('step', `task ${entry.task} edited: ${Object.keys(entry.to).join(', ')}`)
    case 'terms-renewed':
      return line('odd', `task ${entry.task}: ${sayRenewal(entry)}`)
    case 'planned':
      return line(...whatWasPlanned(entry))
    case 'scanned':
      return line(
        'step',
        `${entry.mode} scan of ${entry.files} files: ${entry.changed} changed, ${entry.deleted} gone, ${entry.symbols} symbols, ${entry.dependencies} dependencies (${entry.durationMs} ms)`,
      )
  }
}

const MOVES = {
  open: 'step',
  in_progress: 'step',
  implemented: 'step',
  done: 'good',
  blocked: 'bad',
  deferred: 'odd',
} as const satisfies Record<TaskStatus, keyof typeof LOOKS>

function whatMoved({ task, to, isForced, reason }: Extract<Entry, { kind: 'task-moved' }>): string {
  const how = isForced ? ', by force' : ''
  return `task ${task} ${to.replace('_', ' ')}${how}${reason === '' ? '' : `: ${firstLine(reason)}`}`
}

function whatPassed({ evidence: { passed, command, counts } }: Extract<Entry, { kind: 'verified' }>): string {
  const told = counts === null ? '' : ` (${counts.passed} passed, ${counts.failed} failed)`
  return `${command} ${passed ? 'passed' : 'failed'}${told}`
}

function firstFound({ changed }: Extract<Entry, { kind: 'pack-verified' }>): string {
  const ranks = changed.flatMap(({ rank }) => rank ?? [])
  return ranks.length === 0
    ? 'no changed file found'
    : `the first changed file at place ${Math.min(...ranks)}`
}

const LOOKS = {
  step: { style: 'cyan', sign: 'same' },
  good: { style: 'green', sign: 'done' },
  odd: { style: 'yellow', sign: 'warning' },
  bad: { style: 'red', sign: 'conflict' },
} as const

function firstLine(text: string): string {
  return printable(text.split('\n', 1)[0] ?? '')
}

function whatWasPlanned(entry: Extract<Entry, { kind: 'planned' }>): ['good' | 'odd', string] {
  const { specification, tasks, reason, ending, usage } = entry
  return tasks === null
    ? ['odd', `no plan of ${specification}: ${firstLine(reason || ending.detail)}`]
    : ['good', `${specification} planned, ${tasks} tasks (${tokensOf(usage)})`]
}

function tokensOf(usage: Usage | null): string {
  return usage === null ? 'tokens unknown' : `${allTokens(usage)} tokens`
}

/** What was read from a cache was used, too. */
function allTokens({ input, cacheRead, cacheWrite, output }: Usage): number {
  return input + cacheRead + cacheWrite + output
}
