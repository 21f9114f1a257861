import { join } from 'node:path'
import { detectFrameworks } from './detect-framework.ts'
import { projectScripts } from './project-scripts.ts'
import { type ShellPart, shellParts, shellWords, unquote } from './shell-words.ts'

/**
 * A command that goes on where another would stop: in `vitest run a && vitest run b` nobody comes to the second while the first fails.
 * Null where there is nothing to go on to. How it ends says nothing.
 */
export function toTheEnd({ root, command }: { root: string; command: string }): string | null {
  return unchained({ command, folder: root, depth: 0 })
}

type Line = { readonly command: string; readonly folder: string; readonly depth: number }

const DEPTH_MAX = 4

function unchained({ command, folder, depth }: Line): string | null {
  if (depth > DEPTH_MAX) return null
  const parts = shellParts(command)
  let line = ''
  let [at, from] = [folder, 0]
  for (const [place, part] of parts.entries()) {
    const [program, to] = shellWords(part.text).map(unquote)
    const text = inside({ part, folder: at, depth }) ?? part.text
    const before = parts[place - 1]
    const isHeld = part.joint === '&&' && before !== undefined && startsTests(before, at)
    line += `${isHeld ? ' ; ' : command.slice(from, part.from)}${text}`
    from = part.to
    if (program === 'cd') at = join(at, to ?? '.')
  }
  line += command.slice(from)
  return line === command ? null : line
}

/** What a script comes to without its chains, where it can be typed. */
function inside({ part, folder, depth }: Omit<Line, 'command'> & { part: ShellPart }): string | null {
  const [script, ...others] = projectScripts(shellWords(part.text).map(unquote), folder)
  if (script === undefined || others.length > 0 || script.instead === null) return null
  const line = unchained({ command: script.command, folder: script.folder, depth: depth + 1 })
  return line === null ? null : script.instead(line)
}

function startsTests({ text }: ShellPart, folder: string): boolean {
  return detectFrameworks({ root: folder, command: text }).some(({ words }) => words.length > 0)
}
