import { createHash } from 'node:crypto'

/** Hexadecimal sha256. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
