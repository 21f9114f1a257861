import type { CommitStyle } from '../structure.ts'

/** How the first lines of commits are written here; null where there are too few to tell. */
export function commitStyle(subjects: readonly string[]): CommitStyle | null {
  const own = subjects
    .slice(0, SUBJECTS_MAX)
    .map((subject) => subject.slice(0, LENGTH_MAX).trim())
    .filter((subject) => subject !== '' && !/^(Merge |Revert "|Initial commit)/i.test(subject))
  if (own.length < SUBJECTS_MIN) return null
  const styles = STYLES.map(({ style, shape }) => {
    const words = own.flatMap((subject) => {
      const matched = shape.exec(subject)
      return matched === null ? [] : [matched[1] ?? '']
    })
    return { style, share: Math.round((words.length / own.length) * 100) / 100, words: mostUsed(words) }
  })
  return styles.find(({ share }) => share > MAJORITY) ?? { style: 'free', share: 1, words: [] }
}

const SUBJECTS_MAX = 200
const SUBJECTS_MIN = 5
const LENGTH_MAX = 200
const WORDS_MAX = 8
const MAJORITY = 0.6

/** The first of these that most subjects have. */
const STYLES: readonly { readonly style: CommitStyle['style']; readonly shape: RegExp }[] = [
  {
    style: 'conventional',
    shape:
      /^(feat|fix|docs|style|refactor|ref|perf|test|tests|build|ci|chore|revert|meta|deps|types|release|dx|security|wip)(?:\([^)]{1,60}\))?!?: \S/i,
  },
  { style: 'issue first', shape: /^\W?((?:Fixed |Refs |Fixes )?(?:#\d+|[A-Z][A-Z\d]{1,9}-\d+))/ },
  { style: 'scope and sentence', shape: /^\[?([\w./*,{} -]{1,40}?)\]?: \S/ },
]

function mostUsed(words: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const word of words) {
    const plain = word
      .toLowerCase()
      .replace(/[#\d-]+.*$/, '')
      .trim()
    if (plain !== '') counts.set(plain, (counts.get(plain) ?? 0) + 1)
  }
  return [...counts]
    .sort(([one, times], [other, more]) => more - times || (one < other ? -1 : 1))
    .slice(0, WORDS_MAX)
    .map(([word]) => word)
}
