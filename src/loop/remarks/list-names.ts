/** The first few of many. */
export function listNames(names: readonly string[]): string {
  return names.length > SHOWN_MAX
    ? `${names.slice(0, SHOWN_MAX).join(', ')} and ${names.length - SHOWN_MAX} more`
    : names.join(', ')
}

const SHOWN_MAX = 5
