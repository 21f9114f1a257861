import * as z from 'zod'
import { keepInCache } from '#kit/keep-in-cache.ts'
import { remember } from '#kit/remember.ts'
import { sha256 } from '#kit/sha256.ts'
import { readKept, writeKept } from '#kit/write-kept.ts'
import { type MapBody, type MapParts, type RenderedMap, stampMap, type Trial } from './render/render-map.ts'

export type TextPlace = {
  readonly file: string
  /** All that the text is made of but its stamp, where so many files are looked at. */
  readonly groundOf: (looked: number) => string
}

/**
 * A text that was drawn before, with another stamp, where all else is the same: most changes of a file change nothing that a map
 * shows. The stamp has tokens too, and takes them from the rest: so there is a text for each number that it had, and
 * whatever was decided by how many tokens a text has is decided again.
 */
export function recallText(
  { file, groundOf }: TextPlace,
  parts: Pick<MapParts, 'stamp' | 'countTokens'>,
): RenderedMap | null {
  const kept = keptTexts.safeParse(readKept(file)).data
  if (kept === undefined || kept.ground !== sha256(groundOf(kept.looked))) return null
  const stamped = remember((place: number) => stampMap(kept.bodies[place] ?? NO_BODY, parts))
  const found = kept.texts.find(({ trials }) =>
    trials.every(({ body, from, to }) => {
      const { tokens } = stamped(body)
      return from <= tokens && tokens <= to
    }),
  )
  const last = found?.trials.at(-1)
  return found === undefined || last === undefined ? null : { ...stamped(last.body), symbols: found.symbols }
}

const NO_BODY: MapBody = { text: '', tokens: 0 }

const keptTexts = z.object({
  ground: z.string(),
  looked: z.number(),
  bodies: z.array(z.object({ text: z.string(), tokens: z.number() })),
  texts: z.array(
    z.object({
      symbols: z.number(),
      /** Each with the place of its body. */
      trials: z.array(z.object({ body: z.number(), from: z.number(), to: z.number() })),
    }),
  ),
})

type Drawing = { readonly looked: number; readonly symbols: number; readonly trials: readonly Trial[] }

/** Keeps a text, beside others on the same ground. */
export function keepText({ file, groundOf }: TextPlace, { looked, symbols, trials }: Drawing): void {
  const ground = sha256(groundOf(looked))
  const before = keptTexts.safeParse(readKept(file)).data
  const others = before?.ground === ground && before.texts.length < TEXTS_MAX ? before : NOTHING
  const all = [...others.bodies, ...trials.map(({ body }) => body)]
  const bodies = [...new Map(all.map((body) => [body.text, body])).values()]
  const placeOf = ({ text }: MapBody) => bodies.findIndex((body) => body.text === text)
  const text = { symbols, trials: trials.map((trial) => ({ ...trial, body: placeOf(trial.body) })) }
  const kept = { ground, looked, bodies, texts: [...others.texts, text] }
  keepInCache(file, { write: (path) => writeKept(path, kept), most: KEPT_MAX })
}

const NOTHING = { bodies: [], texts: [] }
const TEXTS_MAX = 12
const KEPT_MAX = 8
