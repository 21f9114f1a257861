/** Writes the vocabulary of o200k as a table that is looked things up in as it lies there, so that nothing is unpacked. */
import { writeFileSync } from 'node:fs'
import tokens from 'gpt-tokenizer/bpeRanks/o200k_base'

const SLOTS = 1 << 19

/** `src/kit/tokens.ts` reads it: how many, where each begins, the slots of a hash table, and then the bytes. */
export function writeVocabulary(file) {
  const bytes = tokens.map((token) => (typeof token === 'string' ? Buffer.from(token) : Buffer.from(token)))
  const numbers = new Uint32Array(1 + bytes.length + 1 + SLOTS)
  numbers[0] = bytes.length
  let end = 0
  for (const [rank, token] of bytes.entries()) {
    numbers[1 + rank] = end
    end += token.length
    let slot = hashOf(token) & (SLOTS - 1)
    while (numbers[2 + bytes.length + slot] !== 0) slot = (slot + 1) & (SLOTS - 1)
    numbers[2 + bytes.length + slot] = rank + 1
  }
  numbers[1 + bytes.length] = end
  writeFileSync(file, Buffer.concat([Buffer.from(numbers.buffer), ...bytes]))
}

/** FNV-1a, as the reader has it. */
function hashOf(token) {
  let hash = 0x811c9dc5
  for (const byte of token) hash = Math.imul(hash ^ byte, 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 0
}
