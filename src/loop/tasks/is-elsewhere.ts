import picomatch from 'picomatch'

/** Whether work touches none of the files that a task says it is about: by a path, a folder or a pattern. */
export function isElsewhere(files: readonly string[], changed: readonly string[]): boolean {
  const patterns = files.flatMap((file) => [file, `${file.replace(/\/$/, '')}/**`])
  const isAbout = picomatch(patterns, { dot: true })
  return files.length > 0 && !changed.some((path) => isAbout(path))
}
