/**
 * A report without what programs printed, which has its place in the log. In a report it may stand in pieces, as it came out of a pipe,
 * and half a key does not look like one. Empty where nobody can tell what is what.
 */
export function withoutOutput(report: string): string {
  const start = report.trimStart().slice(0, 1)
  if (start === '<') return report.replaceAll(PRINTED, '')
  if (start !== '{' && start !== '[') return report
  try {
    const told = JSON.parse(report, (name, value) => (KEYS.has(name) ? undefined : value))
    return `${JSON.stringify(told, null, 1)}\n`
  } catch {
    return ''
  }
}

/** JUnit’s names, and those of Visual Studio’s reports. */
const PRINTED = /<(system-(?:out|err)|Std(?:Out|Err))\b[^>]*(?:\/>|>[\s\S]*?<\/\1>)/g
/** Playwright’s, and jest’s. */
const KEYS = new Set(['stdout', 'stderr', 'console'])
