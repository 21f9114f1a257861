import type { LanguageShare } from '../structure/structure.ts'

/** The languages that a map speaks of, in whole percents that do not add up to more than there is: what is cut off goes to those that lost most. */
export function spokenLanguages(
  languages: readonly LanguageShare[],
): { readonly name: string; readonly percent: number }[] {
  const shown = languages.filter(({ share }) => share >= SHARE_MIN)
  const exact = (shown.length === 0 ? languages : shown).slice(0, LANGUAGES_MAX).map(({ name, share }) => ({
    name,
    floor: Math.floor(share * 100),
    share: share * 100,
  }))
  const sum = exact.reduce((all, { share }) => all + share, 0)
  const left = Math.min(100, Math.round(sum)) - exact.reduce((all, { floor }) => all + floor, 0)
  const raised = new Set(
    exact
      .toSorted((one, other) => other.share - other.floor - (one.share - one.floor))
      .slice(0, Math.max(0, left)),
  )
  return exact.map((one) => ({
    name: one.name,
    percent: Math.max(1, one.floor + (raised.has(one) ? 1 : 0)),
  }))
}

/** A language with less of the source than this is an accident. */
const SHARE_MIN = 0.01
const LANGUAGES_MAX = 8
