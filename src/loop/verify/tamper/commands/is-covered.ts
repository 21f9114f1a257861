import picomatch from 'picomatch'

/** Whether a path is among those that a pattern stands for: a glob, or Maven's `%regex[…]`. */
export function isCovered(path: string, pattern: string): boolean {
  const expression = /^%regex\[(.*)\]$/.exec(pattern)?.[1]
  if (expression === undefined) return picomatch(pattern)(path)
  try {
    return new RegExp(`^(?:${expression})$`).test(path)
  } catch {
    return false
  }
}

/** A path that a pattern stands for, by which one sees whether another pattern has it, too. */
export function exampleOf(pattern: string): string {
  const expression = /^%regex\[(.*)\]$/.exec(pattern)?.[1]
  if (expression !== undefined)
    return expression
      .replaceAll('.*', 'x')
      .replaceAll(/(?:\\?[\w/])[?*]/g, '')
      .replaceAll('\\', '')
  return pattern
    .replace(/^\*\*\//, 'x/')
    .replaceAll('**', 'x')
    .replaceAll('*', 'x')
}

/** Each of the patterns that one with braces is short for. */
export function alternativesOf(pattern: string): string[] {
  const found = /\{([^{}]*)\}/.exec(pattern)
  if (found === null) return [pattern]
  const [all, choices = ''] = found
  return choices
    .split(',')
    .flatMap((choice) =>
      alternativesOf(pattern.slice(0, found.index) + choice + pattern.slice(found.index + all.length)),
    )
}
