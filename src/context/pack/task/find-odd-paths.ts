import { findPaths } from './find-paths.ts'

/** What a text says of paths that sentences are not made of: `app/[id]/page.tsx`, `src/routes/+page.svelte`, `.npmrc`, `docs/how to.md`. */
export type OddPaths = {
  /** The files that each may mean, and whether it was a name alone. */
  readonly found: readonly { readonly files: readonly number[]; readonly isBare: boolean }[]
  /** The text without them, for who looks for other names. */
  readonly rest: string
}

/**
 * Brackets and the like end a name nearly everywhere. Only that there is such a file tells that here they do not, so what names none
 * stays in the text.
 */
export function findOddPaths(text: string, paths: readonly string[]): OddPaths {
  const found: { files: readonly number[]; isBare: boolean }[] = []
  const find = findPaths(paths)
  const note = (part: string, files: readonly number[]) => {
    found.push({ files, isBare: !part.includes('/') })
    return ' '
  }
  // Whole, since any words of a sentence may be the end of one.
  const unbroken = find
    .broken()
    .reduce(
      (left, { path, file }) => (left.includes(path) ? left.replaceAll(path, note(path, [file])) : left),
      text,
    )
  const rest = unbroken.replaceAll(CHUNK, (chunk) => {
    const end = ODD.test(chunk) ? find.byEnd(chunk.replaceAll('\\', '/')) : null
    if (end === null || !ODD.test(end.part)) return chunk
    return chunk.slice(0, -end.part.length) + note(end.part, end.files)
  })
  return { found, rest }
}

/** Ends with what a file is called, behind which a sentence may go on, or a line be said. */
const CHUNK = /[^\s`"'<>|*?:;,]*\.\w+(?![^\s`"'<>|*?:;,.!)\]}])/g
/** Of no path that a sentence is searched for anyhow. */
const ODD = /[^\w./@~-]|(?:^|\/)\.\w/
