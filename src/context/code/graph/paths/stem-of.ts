/** The name of a file without what comes after its first dot. */
export function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const dot = name.indexOf('.', 1)
  return dot === -1 ? name : name.slice(0, dot)
}
