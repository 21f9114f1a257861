import type { Readable } from 'node:stream'

export type Answer =
  | { readonly kind: 'done'; readonly words: Int32Array }
  | { readonly kind: 'late' }
  /** It has no such grammar, or the query is of no use. */
  | { readonly kind: 'unknown' }
  /** It came to its end over this question. */
  | { readonly kind: 'hang' | 'crash' }

/** Takes the stream of the native parser's answers apart: a status, a length, and as many bytes. */
export function readAnswers(stream: Readable, onAnswer: (answer: Answer) => void): void {
  let parts: Buffer[] = []
  let held = 0
  let wanted = HEAD_BYTES
  stream.on('data', (part: Buffer) => {
    parts.push(part)
    held += part.length
    if (held < wanted) return
    let rest = parts.length === 1 ? part : Buffer.concat(parts)
    for (;;) {
      wanted = rest.length < HEAD_BYTES ? HEAD_BYTES : HEAD_BYTES + rest.readUInt32LE(WORD_BYTES)
      if (rest.length < wanted) break
      onAnswer(answerOf(rest.subarray(0, wanted)))
      rest = rest.subarray(wanted)
    }
    parts = [rest]
    held = rest.length
  })
}

const WORD_BYTES = Int32Array.BYTES_PER_ELEMENT
const HEAD_BYTES = 2 * WORD_BYTES

function answerOf(bytes: Buffer): Answer {
  switch (bytes.readUInt32LE(0)) {
    case 0: {
      // Copied, since numbers have to lie at even places, and what was read is used again.
      const words = new Int32Array((bytes.length - HEAD_BYTES) / WORD_BYTES)
      bytes.copy(Buffer.from(words.buffer), 0, HEAD_BYTES)
      return { kind: 'done', words }
    }
    case 1:
      return { kind: 'late' }
    default:
      return { kind: 'unknown' }
  }
}
