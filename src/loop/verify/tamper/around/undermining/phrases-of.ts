import type { Phrase } from './contract.ts'

/** All that some expressions, which have to be global ones, find in a text. */
export function phrasesOf(bare: string, shapes: readonly RegExp[]): Phrase[] {
  return shapes.flatMap((shape) =>
    [...bare.matchAll(shape)].map(({ index, 0: text }) => ({ at: index, text })),
  )
}
