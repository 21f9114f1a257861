import { isBlockLine } from './is-block-line.ts'
import { redact } from './redact.ts'
import { hasColours, stripColours } from './strip-colours.ts'

export type RedactStream = {
  readonly push: (bytes: Buffer) => void
  /** Hands over what was held back. */
  readonly end: () => void
}

/**
 * A stream of bytes without what looks like a secret, handed over as soon as it can be told: line by line, but for private keys
 * and blocks of data, which wait for the lines that belong to them. However the stream is cut into pieces, the same comes out.
 */
export function redactStream(write: (bytes: Buffer) => void): RedactStream {
  /** Groups of lines that have nothing to do with each other: at once is faster than one by one. */
  let told = ''
  /** Lines that may have to do with what follows. */
  let group = ''
  let open: Open = 'nothing'
  /** A line that has no end yet. */
  let pieces: string[] = []
  let size = 0

  // One character a byte, so that whatever a program printed comes out as it went in.
  const hand = (text: string) => text !== '' && write(Buffer.from(redact(text), 'latin1'))

  function handTold(): void {
    hand(told)
    told = ''
  }
  function handAlone(text: string): void {
    handTold()
    hand(text)
    group = ''
    open = 'nothing'
  }
  /** What is left of a line when it is no longer too long. */
  function shorten(line: string): string {
    if (line.length <= LINE_MAX) return line
    const cut = cutOf(line)
    handAlone(group + line.slice(0, cut))
    return shorten(line.slice(cut))
  }
  function addLine(line: string): void {
    const rest = shorten(line)
    open = openAfter(rest, open)
    group += rest
    // Colours are lost together with a secret, and only there.
    if (group.length > GROUP_MAX || (open === 'nothing' && hasColours(group))) handAlone(group)
    if (open !== 'nothing') return
    told += group
    group = ''
  }
  function hold(piece: string): void {
    pieces.push(piece)
    size += piece.length
    if (size <= LINE_MAX) return
    const rest = shorten(pieces.join(''))
    pieces = [rest]
    size = rest.length
  }
  return {
    push: (bytes) => {
      const text = bytes.toString('latin1')
      let from = 0
      for (let end = text.indexOf('\n') + 1; end > 0; end = text.indexOf('\n', from) + 1) {
        addLine(pieces.join('') + text.slice(from, end))
        pieces = []
        size = 0
        from = end
      }
      if (from < text.length) hold(text.slice(from))
      handTold()
    },
    end: () => {
      if (size > 0) addLine(pieces.join(''))
      pieces = []
      size = 0
      handAlone(group)
    },
  }
}

const LINE_MAX = 256 * 2 ** 10
/** More than any private key has. */
const GROUP_MAX = 64 * 2 ** 10

/** What a line leaves open: a private key, or a block of data. */
type Open = 'nothing' | 'key' | 'block'

function openAfter(line: string, before: Open): Open {
  if (before === 'key' || line.includes('PRIVATE')) {
    const last = [...stripColours(line).matchAll(MARKS)].at(-1)?.[1]
    if (last === undefined ? before === 'key' : last.startsWith('BEGIN')) return 'key'
  }
  return isBlockLine(line) ? 'block' : 'nothing'
}

const MARKS = /-----(BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?|END [A-Z0-9 ]{0,60})-----/g

/** Where a line that is too long is cut: before a private key that it has the beginning of, and within no word if there is a way. */
function cutOf(line: string): number {
  const piece = line.slice(0, LINE_MAX)
  const last = [...piece.matchAll(MARKS)].at(-1)
  if (last?.[1]?.startsWith('BEGIN') && last.index > 0) return last.index
  const gap = piece.slice(-WORD_MAX).search(/[\s"',;][^\s"',;]*$/)
  return gap === -1 ? LINE_MAX : LINE_MAX - WORD_MAX + gap + 1
}

const WORD_MAX = 4096
