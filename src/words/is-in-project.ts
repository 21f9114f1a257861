/** Whether a path or a glob from the root of a project stays below it. */
export function isInProject(glob: string): boolean {
  const path = glob.trim().replaceAll('\\', '/').replace(/^!/, '')
  if (path.startsWith('/') || path.startsWith('~') || /^[a-z]:/i.test(path)) return false
  // In braces a way up is as good as any other.
  return !path.split(/[/{},]/).includes('..')
}
