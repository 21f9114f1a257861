import type { Task } from './read-task.ts'

/** Lines of a file that a task names: `src/cart.ts:42`, in a trace or in a link. */
export function findLines({ parts, frames, links }: Task, path: string): number[] {
  const text = `${parts.title}\n${parts.prose}\n${parts.inline}`
  const plain = [...text.matchAll(PLACE)]
  const odd = [...text.matchAll(PLACE_OF_ANY)].filter(({ groups }) => isOdd(groups?.['path'] ?? ''))
  const said = [...plain, ...odd].map(({ groups }) => ({
    path: groups?.['path'] ?? '',
    line: Number(groups?.['line'] ?? groups?.['spelled']),
  }))
  const linked = links.flatMap((link) =>
    link.lines === null ? [] : [{ path: link.path, line: link.lines[0] }],
  )
  return [
    ...new Set(
      [...said, ...frames, ...linked].filter((one) => isPathOf(path, one.path)).map(({ line }) => line),
    ),
  ].filter((line) => line > 0)
}

const PLACE = /(?<path>[\w./@-]+\.\w+)(?::(?<line>\d+)|,? (?:on |at )?line (?<spelled>\d+))/g

/** Only from where a word begins: to try each letter of a long one takes minutes. */
const PLACE_OF_ANY =
  /(?<![^\s`"'<>|*?:;,])(?<path>[^\s`"'<>|*?:;,]+)(?::(?<line>\d+)|,? (?:on |at )?line (?<spelled>\d+))/g

/** As frameworks of the web call what answers at an address: `app/[id]/page.tsx`, `src/routes/+page.svelte`. */
function isOdd(path: string): boolean {
  return /\.\w+$/.test(path) && /[^\w./@-]/.test(path)
}

/** What is said may be a path of another machine, or the end of one. */
export function isPathOf(path: string, said: string): boolean {
  return (
    said === path || said.endsWith(`/${path}`) || path.endsWith(`/${said.replace(/^(?:\.{0,2}\/)+/, '')}`)
  )
}
