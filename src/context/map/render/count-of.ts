/** `1 file`, `2 files`. */
export function countOf(files: number): string {
  return `${files} ${files === 1 ? 'file' : 'files'}`
}
