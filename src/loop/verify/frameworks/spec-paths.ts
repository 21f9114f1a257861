/**
 * What each failing test is part of, read from the tree that Node's reporter `spec` prints. Tests of one name are handed out in
 * the order in which they failed.
 */
export function specPaths(output: string): (name: string) => readonly string[] {
  const tree = output.split(/^✖ failing tests:$/m, 1)[0] ?? ''
  const failed: string[][] = []
  let above: string[] = []
  for (const [, indent = '', mark, name = '', aside] of tree.matchAll(
    /^( *)([▶✖✔﹣⚠]) (.+?)(?: \([\d.]+ms\))?( # (?:SKIP|TODO)\b.*|(?<=ms\)) # .*)?$/gm,
  )) {
    above = above.slice(0, indent.length / 2)
    if (mark === '✖' && aside === undefined) failed.push([...above, name])
    if (mark === '▶') above = [...above, name]
  }
  return (name) => {
    const place = failed.findIndex((path) => path.at(-1) === name)
    return place === -1 ? [name] : (failed.splice(place, 1)[0] ?? [name])
  }
}
