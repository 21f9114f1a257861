import { readIfReadable } from '#kit/files.ts'

/** A file as Copilot CLI decodes it. */
export type ReadText = {
  /** Size on disk. */
  readonly bytes: number
  /** UTF-8 without a byte order mark, and with U+FFFD for what is none. */
  readonly text: string
}

export function readText(path: string): ReadText | null {
  const bytes = readIfReadable(path)
  return bytes === null ? null : { bytes: bytes.length, text: decode(bytes) }
}

export function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}
