import { readIfReadable } from '#kit/files.ts'

/** A file as opencode reads it: no byte order mark, bad bytes replaced. What is no file reads as nothing. */
export function readText(path: string): string {
  const bytes = readIfReadable(path)
  return bytes === null ? '' : new TextDecoder().decode(bytes)
}
