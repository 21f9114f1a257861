import type { EndingKind } from '#words/ending.ts'

/** Codex says why a turn failed in a sentence of its own and nowhere else. What an agent wrote is never looked at. */
export function kindOfFailure(message: string): EndingKind {
  const status = /\bstatus:? (\d{3})\b/.exec(message)?.[1]
  return (
    BY_STATUS.get(status ?? '') ?? BY_SENTENCE.find(([sentence]) => sentence.test(message))?.[1] ?? 'error'
  )
}

const BY_STATUS = new Map<string, EndingKind>([
  ['401', 'auth'],
  ['403', 'auth'],
  ['413', 'context-overflow'],
  ['429', 'rate-limited'],
  ['503', 'overloaded'],
  ['529', 'overloaded'],
])

const BY_SENTENCE: readonly (readonly [RegExp, EndingKind])[] = [
  [/^You.ve hit your usage limit/, 'rate-limited'],
  [/^Quota exceeded/, 'auth'],
  [/^To use Codex with your ChatGPT plan/, 'auth'],
  [/ran out of room in the model's context window|"context_length_exceeded"/, 'context-overflow'],
  [/is at capacity|capacity (is )?unavailable|experiencing high demand/, 'overloaded'],
  [/token budget exhausted/, 'budget'],
]
