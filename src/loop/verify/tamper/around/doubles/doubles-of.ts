import { lineFrom } from '../../text/line-up-to.ts'
import type { StrippedSource } from '../../text/strip-source.ts'
import type { Double } from './contract.ts'

/** What some expressions, which have to be global ones with `owner` and `member`, find outside of strings. */
export function doublesOf(
  { bare, code }: Pick<StrippedSource, 'bare' | 'code'>,
  shapes: readonly RegExp[],
): (Double & { readonly end: number })[] {
  return shapes.flatMap((shape) =>
    [...bare.matchAll(shape)].flatMap(({ index, 0: all, groups: { owner = '', member = '' } = {} }) => {
      const at = index + all.search(/\S/)
      if (code[at] !== bare[at]) return []
      const end = index + all.length
      const text = `${all}${lineFrom(bare, end)}`.replaceAll(/\s+/g, ' ').trim().slice(0, 80)
      return [{ at, text, owner, member, end }]
    }),
  )
}
