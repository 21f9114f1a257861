import type { UnloadedFile } from '#words/instructions.ts'

/** A file that is missed by two others, or twice by one, is missed for one reason: that is enough to say. */
export function dropRepeats(files: readonly UnloadedFile[]): UnloadedFile[] {
  return [...new Map(files.map((file) => [`${file.path}\0${file.because}`, file])).values()]
}
