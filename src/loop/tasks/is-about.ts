import picomatch from 'picomatch'

/** Whether a path is among the files that a task is about: by a path, a folder or a pattern, as tasks name them. */
export function isAbout(files: readonly string[]): (path: string) => boolean {
  const patterns = files.flatMap((file) => [file, `${file.replace(/\/$/, '')}/**`])
  return picomatch(patterns, { dot: true })
}

/** Why work is not what a task asks for; null where it is, or where nobody has said what it is about. */
export function whyElsewhere(files: readonly string[], changed: readonly string[]): string | null {
  return files.length === 0 || changed.some(isAbout(files))
    ? null
    : `Nothing was changed in the files that it is about: ${files.join(', ')}.`
}
