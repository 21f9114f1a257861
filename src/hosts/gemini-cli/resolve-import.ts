import { realpathSync } from 'node:fs'
import { parse, resolve } from 'node:path'
import { confine, isWithin } from '#kit/confine.ts'
import { errorCode, readIfThere } from '#kit/files.ts'

/** What Gemini CLI finds behind an `@`. `path` is as it is spelled: links are followed for the check alone. */
export type ResolvedImport = { readonly path: string } & (
  | { readonly kind: 'file'; readonly bytes: Buffer }
  | { readonly kind: 'missing' | 'directory' | 'unreadable' | 'outside' | 'address' }
)

/** The folder of the importing file is where a word starts from; the root is what its real path must stay in. */
export function resolveImport(
  word: string,
  { directory, root }: { directory: string; root: string },
): ResolvedImport {
  const path = resolve(directory, word)
  if (/^(file|https?):\/\//.test(word)) return { kind: 'address', path }
  // Any word of prose may stand behind an `@`, even one that no file system takes for a name.
  try {
    const followed = confine(parse(path).root, path)
    if (followed.kind === 'loop' || !isWithin(realpathSync(root), followed.path))
      return { kind: 'outside', path }
    const bytes = readIfThere(path)
    return bytes === null ? { kind: 'missing', path } : { kind: 'file', path, bytes }
  } catch (error) {
    return { kind: errorCode(error) === 'EISDIR' ? 'directory' : 'unreadable', path }
  }
}
