import { createHash } from 'node:crypto'

/** The name that git gives to a content. */
export function blobOf(content: Uint8Array): string {
  return createHash('sha1').update(`blob ${content.byteLength}\0`).update(content).digest('hex')
}
