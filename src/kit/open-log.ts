import { openCappedFile } from './open-capped-file.ts'
import { type RedactStream, redactStream } from './redact-stream.ts'

export type Log = {
  /** A way in for one stream of a program: what two of them print at the same time is not mixed up within a line. */
  readonly stream: () => RedactStream['push']
  readonly close: () => void
  /** False once something was left out. */
  readonly isWhole: () => boolean
}

/**
 * What programs print, on disk as it arrives and without what looks like a secret: whatever becomes of keel, none is left there.
 * Output without end loses its middle.
 */
export function openLog(path: string, bytesMax: number): Log {
  const file = openCappedFile(path, {
    headBytes: Math.floor(bytesMax / 4),
    tailBytes: Math.ceil((bytesMax * 3) / 4),
  })
  const streams: RedactStream[] = []
  return {
    stream: () => {
      const stream = redactStream(file.write)
      streams.push(stream)
      return stream.push
    },
    close: () => {
      for (const stream of streams) stream.end()
      file.close()
    },
    isWhole: file.isWhole,
  }
}
