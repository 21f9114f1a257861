import type { Readable } from 'node:stream'

export type Answer =
  | { readonly kind: 'done'; readonly words: Int32Array }
  | { readonly kind: 'late' }
  /** It has no such grammar, or the query is of no use. */
  | { readonly kind: 'unknown' }
  /** It came to its end over this question. */
  | { readonly kind: 'hang' | 'crash' }

type Listener = {
  readonly onAnswer: (answer: Answer) => void
  /** Somebody else is speaking. Nothing more is said then. */
  readonly onNonsense: () => void
}

/** Takes the stream of the native parser's answers apart: which answer it is, from one on, a status, a length, and as many bytes. */
export function readAnswers(stream: Readable, { onAnswer, onNonsense }: Listener): void {
  let parts: Buffer[] = []
  let held = 0
  let wanted = HEAD_BYTES
  let count = 0
  const take = (part: Buffer) => {
    parts.push(part)
    held += part.length
    if (held < wanted) return
    let rest = parts.length === 1 ? part : Buffer.concat(parts)
    for (;;) {
      const head = headOf(rest)
      if (head !== null && (head.number !== count + 1 || head.length % WORD_BYTES !== 0)) {
        stream.off('data', take).resume()
        onNonsense()
        return
      }
      wanted = HEAD_BYTES + (head?.length ?? 0)
      if (rest.length < wanted) break
      count += 1
      onAnswer(answerOf(rest.subarray(WORD_BYTES, wanted)))
      rest = rest.subarray(wanted)
    }
    parts = [rest]
    held = rest.length
  }
  stream.on('data', take)
}

const WORD_BYTES = Int32Array.BYTES_PER_ELEMENT
const HEAD_BYTES = 3 * WORD_BYTES

/** Null until it has come whole. */
function headOf(bytes: Buffer): { readonly number: number; readonly length: number } | null {
  if (bytes.length < HEAD_BYTES) return null
  return { number: bytes.readUInt32LE(0), length: bytes.readUInt32LE(2 * WORD_BYTES) }
}

/** Of what follows its number. */
function answerOf(bytes: Buffer): Answer {
  switch (bytes.readUInt32LE(0)) {
    case 0: {
      // Copied, since numbers have to lie at even places, and what was read is used again.
      const words = new Int32Array(bytes.length / WORD_BYTES - 2)
      bytes.copy(Buffer.from(words.buffer), 0, 2 * WORD_BYTES)
      return { kind: 'done', words }
    }
    case 1:
      return { kind: 'late' }
    default:
      return { kind: 'unknown' }
  }
}
