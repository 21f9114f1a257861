import { findTree } from '../find-tree.ts'
import type { MapRequest } from '../map-request.ts'
import { keepListing } from './keep-listing.ts'

/**
 * To be called when a map was written to a file: keeps what it was made of, so that `diffMap` can say what changed since. Not
 * where that has changed already.
 */
export async function keepTree(request: MapRequest, { input }: { readonly input: string }): Promise<void> {
  const { cache } = request
  if (cache === null) return
  const found = await findTree(request)
  if (found.input === input) keepListing({ cache, input }, found.tree.files)
}
