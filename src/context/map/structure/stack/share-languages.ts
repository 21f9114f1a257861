import type { Inventory } from '../files/take-inventory.ts'
import type { LanguageShare } from '../structure.ts'

/** The languages that the project's own code is written in, the largest first. Tests may be in any that it reads. */
export function shareLanguages(inventory: Inventory): LanguageShare[] {
  const [source, tests] = (['source', 'test'] as const).map((asked) =>
    inventory.kinds.filter(
      ({ language, role }) => role === asked && language !== null && !isMarkup(language),
    ),
  )
  const own = source?.length === 0 ? (tests ?? []) : (source ?? [])
  const hasSizes = own.every(({ bytes }) => bytes !== undefined)
  const sums = new Map<string, { files: number; weight: number }>()
  for (const { language, times, bytes = 0 } of own) {
    const sum = sums.get(language ?? '') ?? { files: 0, weight: 0 }
    sums.set(language ?? '', { files: sum.files + times, weight: sum.weight + (hasSizes ? bytes : times) })
  }
  const total = [...sums.values()].reduce((all, { weight }) => all + weight, 0)
  return [...sums]
    .map(([name, { files, weight }]) => ({ name, files, share: round(weight / Math.max(total, 1)) }))
    .filter(({ share }) => share >= SHARE_MIN)
    .sort(
      (one, other) => other.share - one.share || other.files - one.files || (one.name < other.name ? -1 : 1),
    )
    .slice(0, LANGUAGES_MAX)
}

/** One minified style sheet outweighs a program. */
export function isMarkup(language: string): boolean {
  return MARKUP.has(language)
}

const MARKUP = new Set(['HTML', 'CSS', 'SCSS', 'Less', 'ERB', 'Haml', 'HEEx'])

const SHARE_MIN = 0.01
const LANGUAGES_MAX = 8

function round(share: number): number {
  return Math.round(share * 1000) / 1000
}
