/**
 * Whether a word was made by chance and not by a person. In a random one, small letters, capitals and digits follow each
 * other without any order; in a name, a path or a sentence they come in runs.
 */
export function isRandom(word: string): boolean {
  const { digits, small, capitals, changes } = countsOf(word)
  const letters = digits + small + capitals
  if (small === 0 || capitals === 0 || digits < 2 || letters < word.length * 0.85) return false
  if (inRunsOf(word) > word.length * 0.35) return false
  return changes / letters >= 0.38 && entropyOf(word) >= Math.min(4.2, Math.log2(word.length) * 0.82)
}

/** Whether it is one that somebody who named it a secret would have: numbers in hexadecimal are random enough then. */
export function isRandomSecret(word: string): boolean {
  if (/^(?:[0-9a-f]{20,}|[0-9A-F]{20,})$/.test(word) || isUuid(word)) return entropyOf(word) > 2.5
  const { digits, small, capitals, changes } = countsOf(word)
  const often = changes / (digits + small + capitals)
  if (small + capitals < 2 || entropyOf(word) < 3) return false
  return digits > 1 ? often >= 0.3 : often >= 0.4 && inRunsOf(word) <= word.length * 0.35
}

/** How many of its letters are in runs of small ones, as those of a word are. */
function inRunsOf(word: string): number {
  return (word.match(/[a-z]{4,}/g) ?? []).join('').length
}

function isUuid(word: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(word)
}

type Counts = { digits: number; small: number; capitals: number; changes: number }

function countsOf(word: string): Counts {
  const counts: Counts = { digits: 0, small: 0, capitals: 0, changes: 0 }
  let last: keyof Counts | null = null
  for (let at = 0; at < word.length; at++) {
    const kind = kindOf(word.charCodeAt(at))
    if (kind === null) continue
    counts[kind]++
    if (last !== null && last !== kind) counts.changes++
    last = kind
  }
  return counts
}

/** By the code of a letter: this is asked of every letter of every long word that is printed. */
function kindOf(code: number): 'digits' | 'small' | 'capitals' | null {
  if (code >= 0x61 && code <= 0x7a) return 'small'
  if (code >= 0x41 && code <= 0x5a) return 'capitals'
  return code >= 0x30 && code <= 0x39 ? 'digits' : null
}

/** In bits a letter. */
function entropyOf(word: string): number {
  const seen = new Map<string, number>()
  for (const letter of word) seen.set(letter, (seen.get(letter) ?? 0) + 1)
  let bits = 0
  for (const count of seen.values()) bits -= (count / word.length) * Math.log2(count / word.length)
  return bits
}
