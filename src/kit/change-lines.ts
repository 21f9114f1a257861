export type ChangedLines = {
  readonly push: (bytes: Buffer) => void
  /** Hands over what has no line end. */
  readonly end: () => void
}

type Changing = {
  /** What becomes of a line, its end with it. */
  readonly change: (line: string) => string
  readonly write: (bytes: Buffer) => void
}

/** A stream of bytes with each line changed. One that is too long to wait for goes on as it is. */
export function changeLines({ change, write }: Changing): ChangedLines {
  let held: Buffer[] = []
  let size = 0
  let isTooLong = false

  function endLine(end: Buffer): void {
    const line = Buffer.concat([...held, end])
    held = []
    size = 0
    if (line.length > 0) write(isTooLong ? line : changed(line))
    isTooLong = false
  }
  // What is not changed stays as it is to the byte.
  function changed(line: Buffer): Buffer {
    const text = line.toString('utf8')
    const now = change(text)
    return now === text ? line : Buffer.from(now)
  }
  return {
    push: (bytes) => {
      let from = 0
      for (let end = bytes.indexOf(0x0a) + 1; end > 0; end = bytes.indexOf(0x0a, from) + 1) {
        endLine(bytes.subarray(from, end))
        from = end
      }
      held.push(bytes.subarray(from))
      size += bytes.length - from
      if (size <= LINE_MAX) return
      write(Buffer.concat(held))
      held = []
      size = 0
      isTooLong = true
    },
    end: () => endLine(Buffer.alloc(0)),
  }
}

const LINE_MAX = 256 * 2 ** 10
