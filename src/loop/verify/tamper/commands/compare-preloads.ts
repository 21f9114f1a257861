import { isOwnProgram, loadedBy } from './loaded-by.ts'

type Found = { readonly text: string; readonly near: string }

/** What the settings of a package manager, or of cargo, put in front of every program, tests too. */
export function comparePreloads(before: string, { path, text }: { path: string; text: string }): Found[] {
  const known = new Set(linesOf(path, before))
  return linesOf(path, text)
    .filter((line) => !known.has(line))
    .map((line) => ({ text: `Whatever is run is run otherwise now, tests too: \`${line}\`.`, near: line }))
}

function linesOf(path: string, text: string): string[] {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const lines = text.split('\n').map((line) => line.trim())
  if (name === '.npmrc')
    return lines.filter(
      (line) => /^script-shell\s*=/.test(line) || (/^node-options\s*=/.test(line) && loadedBy(line).size > 0),
    )
  if (/^\.yarnrc(?:\.yml)?$/.test(name))
    return lines.filter((line) => /^(?:nodeOptions|script-shell)\b/.test(line) && loadedBy(line).size > 0)
  if (/(?:^|\/)\.cargo\/config(?:\.toml)?$/.test(path)) return lines.filter(startsOwnProgram)
  return name === 'bunfig.toml' ? lines.filter((line) => /^preload\s*=/.test(line)) : []
}

/** An emulator or a cache that stands before what cargo starts is a program of somebody else's. */
function startsOwnProgram(line: string): boolean {
  const [, value = ''] =
    /^(?:[\w.'"()=, -]+\.)?(?:runner|rustc|rustc-wrapper|rustc-workspace-wrapper|linker)\s*=\s*\[?\s*["']([^"']+)/.exec(
      line,
    ) ?? []
  return isOwnProgram(value)
}
