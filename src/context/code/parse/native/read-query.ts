import { CAPTURE, CAPTURE_WORDS } from '../../captures.ts'

/** What the native parser says of a query that it has compiled. */
export type NativeQuery = {
  readonly names: readonly string[]
  /** For each pattern, what has to hold of the texts of its captures. */
  readonly patterns: readonly (readonly Predicate[])[]
}

/** Whether it holds of what a match has captured, by the numbers of their names. */
export type Predicate = (textsOf: (name: number) => readonly string[]) => boolean

/** Throws where a query asks for something that is not known here, or where it is no query. */
export function readQuery(words: Int32Array): NativeQuery {
  const bytes = Buffer.from(words.buffer, words.byteOffset, words.byteLength)
  let at = 0
  const word = () => {
    const next = words[at++]
    if (next === undefined || next < 0) throw new Error('the query is cut short')
    return next
  }
  const list = <Item>(read: () => Item) => Array.from({ length: word() }, read)
  const text = () => {
    const length = word()
    const from = at * Int32Array.BYTES_PER_ELEMENT
    at += Math.ceil(length / Int32Array.BYTES_PER_ELEMENT)
    return bytes.toString('utf8', from, from + length)
  }
  const names = list(text)
  const strings = list(text)
  const patterns = list(() =>
    predicatesOf(
      list(() => ({ type: word(), value: word() })),
      strings,
    ),
  )
  return { names, patterns }
}

type Step = { readonly type: number; readonly value: number }

/** As the runtime numbers them. */
const STEP = { done: 0, capture: 1, string: 2 } as const

function predicatesOf(steps: readonly Step[], strings: readonly string[]): Predicate[] {
  const predicates: Predicate[] = []
  let from = 0
  for (const [place, { type }] of steps.entries()) {
    if (type !== STEP.done) continue
    const [operator, capture, ...values] = steps.slice(from, place)
    if (capture?.type !== STEP.capture || values.some((value) => value.type !== STEP.string))
      throw new Error('a predicate compares one capture with texts')
    const texts = values.map(({ value }) => strings[value] ?? '')
    predicates.push(predicateOf(strings[operator?.value ?? 0] ?? '', { capture: capture.value, texts }))
    from = place + 1
  }
  return predicates
}

/** They mean what they mean in WebAssembly, where the runtime's own package reads them. */
function predicateOf(
  operator: string,
  { capture, texts }: { readonly capture: number; readonly texts: readonly string[] },
): Predicate {
  const [text = ''] = texts
  switch (operator) {
    case 'eq?':
      return (textsOf) => textsOf(capture).every((one) => one === text)
    case 'not-eq?':
      return (textsOf) => textsOf(capture).every((one) => one !== text)
    case 'any-of?':
      return (textsOf) => textsOf(capture).length > 0 && textsOf(capture).every((one) => texts.includes(one))
    case 'not-any-of?':
      return (textsOf) =>
        textsOf(capture).length === 0 || !textsOf(capture).every((one) => texts.includes(one))
    case 'match?': {
      const expression = new RegExp(text)
      return (textsOf) => textsOf(capture).length > 0 && textsOf(capture).every((one) => expression.test(one))
    }
    default:
      throw new Error(`${operator} is not known`)
  }
}

/**
 * The captures of an answer, without those of matches that do not hold, and without what a pattern has captured as the same before.
 * Such a match is said with all of its parts: minus the number of its pattern and one, how many, and which of them it is. Throws where these are no captures of this text.
 */
export function chooseCaptures(
  said: Int32Array,
  { text, names, patterns }: NativeQuery & { readonly text: string },
): Int32Array {
  const chosen = patterns.every((predicates) => predicates.length === 0)
    ? said
    : withoutRefused(said, { text, patterns })
  if (!areWithin(chosen, { names: names.length, letters: text.length }))
    throw new Error('these are no captures of this text')
  return chosen
}

function areWithin(
  words: Int32Array,
  { names, letters }: { readonly names: number; readonly letters: number },
): boolean {
  for (let at = 0; at < words.length; at += CAPTURE_WORDS) {
    const [name, start] = [words[at + CAPTURE.name] ?? -1, words[at + CAPTURE.startIndex] ?? -1]
    const end = words[at + CAPTURE.endIndex] ?? -1
    if (name < 0 || name >= names || start < 0 || start > end || end > letters) return false
  }
  return words.length % CAPTURE_WORDS === 0
}

function withoutRefused(
  said: Int32Array,
  { text, patterns }: Pick<NativeQuery, 'patterns'> & { readonly text: string },
): Int32Array {
  const chosen = new Int32Array(said.length)
  const known = new Set<string>()
  let count = 0
  const take = (at: number) => {
    for (let word = 0; word < CAPTURE_WORDS; word += 1) chosen[count + word] = said[at + word] ?? 0
    count += CAPTURE_WORDS
  }
  for (let at = 0; at < said.length; ) {
    const first = said[at] ?? 0
    if (first >= 0) {
      take(at)
      at += CAPTURE_WORDS
      continue
    }
    const [parts = 0, own = 0] = said.subarray(at + 1, at + 3)
    if (parts < 1 || own < 0 || own >= parts) throw new Error('this is no match')
    const start = at + 3
    at = start + parts * CAPTURE_WORDS
    const textsOf = (name: number) => textsIn(said.subarray(start, at), { name, text })
    const capture = start + own * CAPTURE_WORDS
    const what = `${first} ${said[capture + CAPTURE.name]} ${said[capture + CAPTURE.id]}`
    if (known.has(what) || !(patterns[-first - 1] ?? []).every((holds) => holds(textsOf))) continue
    known.add(what)
    take(capture)
  }
  return chosen.subarray(0, count)
}

function textsIn(
  parts: Int32Array,
  { name, text }: { readonly name: number; readonly text: string },
): string[] {
  const texts: string[] = []
  for (let at = 0; at < parts.length; at += CAPTURE_WORDS)
    if (parts[at + CAPTURE.name] === name)
      texts.push(text.slice(parts[at + CAPTURE.startIndex], parts[at + CAPTURE.endIndex]))
  return texts
}
