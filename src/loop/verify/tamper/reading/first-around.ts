import { remember } from '#kit/remember.ts'
import type { Span } from './find-spans.ts'
import type { Reading } from './test-file.ts'

type Asking = { readonly span: Span; readonly at: number }
type Find = (span: Span) => (place: number) => string | null

/**
 * The first that is found of all that a place in a test stands in or under: brackets from the outside in, or lines from the inside out.
 * What was found of one is known for all that stand in it: else whoever nests them deeply has each asked for again and again.
 */
export function firstAround(reading: Reading, find: Find): (asking: Asking) => string | null {
  const knownIn = remember((_: Span) => new Map<number, string | null>())
  const firstIn = reading.language.depth === 'indent' ? firstOfLines : firstOfBrackets
  return (asking) => {
    const { span } = asking
    return firstIn(reading, { ...asking, find: find(span), known: knownIn(span) })
  }
}

type Search = Asking & {
  readonly find: (place: number) => string | null
  readonly known: Map<number, string | null>
}

function firstOfLines({ lines }: Reading, { span, at, find, known }: Search): string | null {
  const open: number[] = []
  let line = lines.above(at)
  for (; line > span.bodyFrom && !known.has(line); line = lines.above(line)) open.push(line)
  let found = line > span.bodyFrom ? (known.get(line) ?? null) : null
  for (const one of open.reverse()) {
    found = find(one) ?? found
    known.set(one, found)
  }
  return found
}

function firstOfBrackets({ brackets, source }: Reading, { span, at, find, known }: Search): string | null {
  const open: number[] = []
  let place = brackets.around(at)
  for (; place >= span.bodyFrom && !known.has(place); place = brackets.around(place)) open.push(place)
  const outermost = place >= span.bodyFrom ? undefined : open.at(-1)
  let found = known.get(place) ?? null
  for (const one of open.reverse()) {
    // The braces of the test itself are around all of it.
    const isOwn = one === outermost && source.code[one] === '{'
    found ??= isOwn ? null : find(one)
    known.set(one, found)
  }
  return found
}
