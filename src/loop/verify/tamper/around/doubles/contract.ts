import type { StrippedSource } from '../../text/strip-source.ts'

/** Something that is put in the place of a part of something else: `vi.spyOn(cart, 'total').mockReturnValue(6)`. */
export type Double = {
  readonly at: number
  readonly text: string
  /** What it is put into: `Cart.prototype`, `cart`, `shop.cart`. */
  readonly owner: string
  readonly member: string
}

export type DoublesReader = (source: Pick<StrippedSource, 'bare' | 'code'>) => Double[]
