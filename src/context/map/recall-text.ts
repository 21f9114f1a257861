import * as z from 'zod'
import { keepInCache } from '#kit/keep-in-cache.ts'
import { sha256 } from '#kit/sha256.ts'
import { readKept, writeKept } from '#kit/write-kept.ts'
import { type MapBody, type MapParts, type RenderedMap, stampMap } from './render/render-map.ts'

export type TextPlace = {
  readonly file: string
  /** All that the text is made of but the input in its stamp, where so many files are looked at. */
  readonly groundOf: (looked: number) => string
}

/**
 * A text that was drawn before, with another stamp, where all else is the same: most changes of a file change nothing that a map
 * shows. A stamp has as many tokens whatever the input is, and so all that was decided by their number is as it was.
 */
export function recallText(
  { file, groundOf }: TextPlace,
  parts: Pick<MapParts, 'stamp' | 'countTokens'>,
): RenderedMap | null {
  const kept = keptText.safeParse(readKept(file)).data
  if (kept === undefined || kept.ground !== sha256(groundOf(kept.looked))) return null
  return { ...stampMap(kept.body, parts), symbols: kept.symbols }
}

const keptText = z.object({
  ground: z.string(),
  looked: z.number(),
  body: z.object({ text: z.string(), tokens: z.number() }),
  symbols: z.number(),
})

type Drawing = { readonly looked: number; readonly symbols: number; readonly body: MapBody }

/** Keeps a text for whoever stands on the same ground. */
export function keepText({ file, groundOf }: TextPlace, drawing: Drawing): void {
  const kept = { ...drawing, ground: sha256(groundOf(drawing.looked)) }
  keepInCache(file, { write: (path) => writeKept(path, kept), most: KEPT_MAX })
}

const KEPT_MAX = 8
