/** Whether a path or a glob from the root of a project stays below it. */
export function isInProject(glob: string): boolean {
  const path = glob.trim().replaceAll('\\', '/').replace(/^!/, '')
  if (path.startsWith('/') || path.startsWith('~') || /^[a-z]:/i.test(path)) return false
  // In braces a way up is as good as any other.
  return !withoutDetours(path)
    .split(/[/{},]/)
    .includes('..')
}

/** `src/../x` is `x`. What is no plain name may be any number of folders, and nobody knows what a way up from there leads to. */
export function withoutDetours(path: string): string {
  for (let way = path; ; ) {
    const straight = way.replace(DETOUR, '$1')
    if (straight === way) return way
    way = straight
  }
}

const DETOUR = /(^|\/)(?!\.{1,2}\/)[^/{}*?[\]!,]+\/\.\.(?:\/|$)/
