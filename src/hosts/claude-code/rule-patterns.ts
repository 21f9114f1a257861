/** The patterns of a rule as they are matched: alternatives in braces one by one, and `src/**` as the folder `src`. */
export function rulePatterns(globs: readonly string[]): string[] {
  return globs
    .flatMap(expandBraces)
    .map((pattern) => pattern.replace(/\/\*\*$/, ''))
    .filter((pattern) => pattern !== '')
}

function expandBraces(pattern: string): string[] {
  const [, before, choices, after] = /^([^{]*)\{([^}]+)\}(.*)$/.exec(pattern) ?? []
  if (choices === undefined) return [pattern]
  return choices.split(',').flatMap((choice) => expandBraces(`${before}${choice.trim()}${after}`))
}
