import { termsOf } from '#kit/terms-of.ts'
import { wordsOf } from '#kit/words-of.ts'
import type { Query } from '../words/score-terms.ts'
import type { TaskParts } from './read-task.ts'

/** What a term is worth where it stands. Code that is shown to reproduce something is full of names that matter to nobody. */
const WORTH: Readonly<Record<keyof TaskParts, number>> = {
  title: 2,
  prose: 0.7,
  inline: 1,
  block: 0.35,
  trace: 0.4,
  error: 0.7,
}

/** The terms of a task, or of some of its parts. What is said again counts less each time. */
export function weighTerms(
  parts: TaskParts,
  wanted = Object.keys(WORTH) as readonly (keyof TaskParts)[],
): Query {
  const query = new Map<string, number>()
  for (const part of wanted) {
    const counts = new Map<string, number>()
    for (const term of termsOf(withoutEndings(parts[part]))) counts.set(term, (counts.get(term) ?? 0) + 1)
    for (const [term, count] of counts)
      query.set(term, (query.get(term) ?? 0) + (WORTH[part] * 2 * count) / (count + 1))
  }
  return query
}

/** What a file's name ends in says nothing: every other file ends in it, too. */
function withoutEndings(text: string): string {
  return text.replaceAll(ENDING, '$1')
}

const ENDING =
  /(\w)\.(?:[cm]?[jt]sx?|py|rs|go|java|kt|rb|php|cs?|cc|cpp|h|hpp|swift|scala|vue|svelte|s?css|html|md|json|ya?ml|toml|txt)\b/g

/** The words themselves, for whoever looks for lines. */
export function wordWeights(parts: TaskParts): Map<string, number> {
  const weights = new Map<string, number>()
  for (const part of Object.keys(WORTH) as readonly (keyof TaskParts)[])
    for (const word of wordsOf(withoutEndings(parts[part]))) {
      if (termsOf(word).length === 0) continue
      const bare = word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word
      weights.set(bare, Math.max(weights.get(bare) ?? 0, WORTH[part]))
    }
  return weights
}
