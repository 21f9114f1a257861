import type { Comparison } from './compare-listings.ts'

/** Which files have come or gone, and for which others that may lead imports elsewhere. */
export type Moves = Pick<Comparison, 'come' | 'gone'> & { readonly touched: ReadonlySet<number> }
