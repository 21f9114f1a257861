import { keepInCache } from '#kit/keep-in-cache.ts'
import { sha256 } from '#kit/sha256.ts'
import { readOwn, writeOwn } from '#kit/write-kept.ts'
import { type MapStamp, renderStamp } from './map-stamp.ts'
import type { DrawnMap, RenderedMap } from './render/render-map.ts'

export type TextPlace = {
  readonly file: string
  /** All that the text is made of but the input in its stamp, where so many files are looked at. */
  readonly groundOf: (looked: number) => string
}

/**
 * A text that was drawn before, with another stamp, where all else is the same: most changes of a file change nothing that a map
 * shows. A stamp has as many tokens whatever the input is, and so all that was decided by their number is as it was.
 */
export function recallText({ file, groundOf }: TextPlace, stamp: MapStamp): RenderedMap | null {
  const kept = readOwn<Kept>(file)
  if (kept === null || kept.ground !== sha256(groundOf(kept.looked))) return null
  const { body, tokens, symbols } = kept
  return { text: `${body}\n\n${renderStamp(body, { ...stamp, tokens })}\n`, tokens, symbols }
}

type Kept = Omit<RenderedMap, 'text'> & {
  readonly ground: string
  readonly looked: number
  readonly body: string
}

/** Keeps a text for whoever stands on the same ground. */
export function keepText(
  { file, groundOf }: TextPlace,
  { looked, body, tokens, symbols }: DrawnMap & { readonly looked: number },
): void {
  const kept: Kept = { ground: sha256(groundOf(looked)), looked, body: body.text, tokens, symbols }
  keepInCache(file, { write: (path) => writeOwn(path, kept), most: KEPT_MAX })
}

const KEPT_MAX = 8
