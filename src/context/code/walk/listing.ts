import type { TreeFile } from './tree-file.ts'

/** Files as one text, which is read and compared sooner than many: content and path of each. Made once for each list. */
export function listingOf(files: readonly TreeFile[]): string {
  const known = listings.get(files)
  if (known !== undefined) return known
  const listing = files.map(({ blob, path }) => `${blob} ${path}`).join(BETWEEN)
  listings.set(files, listing)
  return listing
}

const listings = new WeakMap<readonly TreeFile[], string>()

/** No path has it. */
export const BETWEEN = '\0'

export function readListing(listing: string): TreeFile[] {
  const files: TreeFile[] = []
  if (listing !== '')
    for (const line of listing.split(BETWEEN)) {
      const blank = line.indexOf(' ')
      files.push({ blob: line.slice(0, blank), path: line.slice(blank + 1) })
    }
  return files
}
