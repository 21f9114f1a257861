import { fileOfTree } from '#context/code/file-of-tree.ts'
import { findTree } from '../find-tree.ts'
import type { MapRequest } from '../map-request.ts'
import { keepListing, renewListing } from './keep-listing.ts'

/**
 * To be called when a map was written to a file: keeps what it was made of, so that `diffMap` can say what changed since. Not
 * where that has changed already.
 */
export async function keepTree(request: MapRequest, { input }: { readonly input: string }): Promise<void> {
  const { cache, root } = request
  if (cache === null || renewListing({ cache, input })) return
  const found = await findTree(request, { memory: fileOfTree(cache, { kind: 'indexes', root }) })
  if (found.input === input) keepListing({ cache, input }, found.tree.files)
}
