/** The folder of a file that is listed, empty for the root. Of what somebody wrote, such as `./x`, `folderOf` tells more. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0))
}
