/** A line break in bytes, which no other UTF-8 character contains. */
const LINE_FEED = 0x0a

export type LineSplitter = {
  readonly push: (bytes: Buffer) => void
  /** Hands over a last line that nobody ended. */
  readonly end: () => void
  /** How many lines were too long, and were left out whole. */
  readonly cutLines: () => number
}

/**
 * Lines out of a stream of bytes. Each byte is looked at once and copied once, whatever the size of the pieces, and no
 * more than one line is ever held: a line beyond `bytesMax` is forgotten as soon as it is known to be one.
 */
export function splitLines({
  bytesMax,
  onLine,
}: {
  readonly bytesMax: number
  readonly onLine: (line: string) => void
}): LineSplitter {
  let pieces: Buffer[] = []
  let held = 0
  let isTooLong = false
  let cutLines = 0

  function hold(piece: Buffer): void {
    held += piece.length
    if (held > bytesMax) {
      isTooLong = true
      pieces = []
    } else if (piece.length > 0) pieces.push(piece)
  }

  function handOver(): void {
    const line = pieces
    const wasTooLong = isTooLong
    pieces = []
    held = 0
    isTooLong = false
    if (wasTooLong) cutLines += 1
    else onLine(Buffer.concat(line).toString('utf8'))
  }

  return {
    push: (bytes) => {
      let start = 0
      for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, start)) {
        hold(bytes.subarray(start, at))
        handOver()
        start = at + 1
      }
      hold(bytes.subarray(start))
    },
    end: () => {
      if (held > 0) handOver()
    },
    cutLines: () => cutLines,
  }
}
