import type { Check, Evidence, Tampering } from '#words/evidence.ts'
import { sayUnloaded } from './verify/find-unloaded.ts'

/** The first thing that is wrong: whoever mends it will hear of the next. */
export function whyFailed(evidence: Evidence): string {
  const { command, counts, exitCode, altered, tampering, checks } = evidence
  if (altered.length > 0 && exitCode === 0)
    return `\`${command}\` changes files of the tree each time it runs (${altered.slice(0, 3).join(', ')}), so that nobody can say what passed. Such files belong into .gitignore, or the tests have to leave them alone.`
  if (counts !== null && counts.passed + counts.failed === 0) return `\`${command}\` ran no tests.`
  const broken = checks.find(({ passed, failedBefore }) => !passed && !failedBefore)
  if (broken !== undefined && redIn(evidence).length === 0 && tampering.length === 0)
    return `The check ${broken.name} failed: \`${broken.command}\` ${howEnded(broken)}.`
  const [worst] = tampering
  if (worst !== undefined) {
    const more = tampering.length > 1 ? ` And ${tampering.length - 1} more like it.` : ''
    return `Tests were made to say less. ${placeOf(worst)}: ${worst.text}${more} Put them back: the code has to pass the tests as they were.`
  }
  return whatIsRed(evidence)
}

function placeOf({ path, line }: Tampering): string {
  return line === null ? path : `${path}:${line}`
}

function whatIsRed(evidence: Evidence): string {
  const { command, counts, baseline } = evidence
  if (counts === null || evidence.limitMs !== undefined) return withoutCounts(evidence)
  const unloaded = sayUnloaded(evidence)
  if (unloaded !== null) return unloaded
  const red = redIn(evidence)
  const named = (red.length > 0 ? red : evidence.failing.map(({ id }) => id)).slice(0, 3).join('; ')
  const before =
    (baseline ?? []).length === 0
      ? ''
      : red.length > 0
        ? ` ${baseline?.length} failed before the work began, too.`
        : ` ${evidence.held ?? 'All of these failed before the work began.'}`
  return `\`${command}\` failed: ${counts.failed} of ${counts.passed + counts.failed} tests${named === '' ? '' : ` (${named})`}.${before}`
}

function withoutCounts({ command, exitCode, limitMs }: Evidence): string {
  if (exitCode === null) return `\`${command}\` ${notEnded(limitMs)}.`
  return exitCode === 0
    ? `\`${command}\` ended well, but nothing that it printed shows that a test ran: something may have ended it early.`
    : `\`${command}\` failed with exit code ${exitCode}.`
}

function howEnded({ exitCode, limitMs }: Check): string {
  return exitCode === null ? notEnded(limitMs) : `ended with exit code ${exitCode}`
}

/** With the limit where there was one: whoever hears of it may have to allow more. */
function notEnded(limitMs: number | undefined): string {
  if (limitMs === undefined) return 'did not come to its end'
  const seconds = Math.round(limitMs / 1000)
  const [count, unit] = seconds % 60 === 0 ? [seconds / 60, 'minute'] : [seconds, 'second']
  return `did not come to its end within ${count} ${unit}${count === 1 ? '' : 's'}, and keel ended it`
}

/** What fails and did not before. */
export function redIn({ failing, baseline }: Evidence): string[] {
  const known = new Set(baseline ?? [])
  return failing.map(({ id }) => id).filter((id) => !known.has(id))
}
