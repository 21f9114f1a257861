import { sha256 } from '#kit/sha256.ts'

/** The last line of a map: what it was made by and of, and a hash of the text above, so that an edit shows. */
export type MapStamp = {
  readonly version: string
  /** What the map was made of, as a hash. As many tokens whatever it is. */
  readonly input: string
}

/** Below a text that ends without a line end. */
export function renderStamp(text: string, { version, input, tokens }: MapStamp & { tokens: number }): string {
  return `<!-- keel map ${version} · input ${input} · text ${hashOf(text)} · ${tokens} tokens -->`
}

export type StampedMap = MapStamp & {
  /** The text above the stamp. */
  readonly text: string
  /** Whether the text is another than the one that was stamped. */
  readonly isEdited: boolean
}

/** Null for a text that keel did not write, since it does not end in a stamp. Line endings do not count: git may convert them. */
export function readStamp(map: string): StampedMap | null {
  const found = STAMPED.exec(map.replaceAll('\r\n', '\n'))
  if (found === null) return null
  const [, text = '', version = '', input = '', hash = ''] = found
  return { version, input, text, isEdited: hashOf(text) !== hash }
}

const STAMPED =
  /^([\s\S]*)\n\n<!-- keel map (\S+) · input ([0-9a-f]+) · text ([0-9a-f]{8}) · \d+ tokens -->\s*$/

function hashOf(text: string): string {
  return sha256(text).slice(0, 8)
}
