import { readIfThere } from '#kit/files.ts'
import { isFile } from './is-file.ts'

/** A file as opencode reads it: no byte order mark, bad bytes replaced. What is no file reads as nothing. */
export function readText(path: string): string {
  const bytes = isFile(path) ? readIfThere(path) : null
  return bytes === null ? '' : new TextDecoder().decode(bytes)
}
