/** Whether a path lies in a folder, at any depth. The root has everything. */
export function isBelow(path: string, folder: string): boolean {
  return folder === '' || path.startsWith(`${folder}/`)
}
