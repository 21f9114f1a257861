/**
 * Whether reading a file in this folder makes opencode look for instructions there. It compares the paths letter by
 * letter: started in `a`, it takes the sibling `ab` for a folder of its own.
 */
export function isBelowStart(folder: string, startFolder: string): boolean {
  return folder !== startFolder && folder.startsWith(startFolder)
}
