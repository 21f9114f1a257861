import type { FileKind } from '../files/file-kind.ts'
import type { Inventory } from '../files/take-inventory.ts'
import type { Ecosystem } from '../manifests/manifest.ts'
import { isMarkup } from './share-languages.ts'

/** How much of the code is written in the languages of each ecosystem, between 0 and 1. */
export function ecosystemShares(inventory: Inventory): ReadonlyMap<Ecosystem, number> {
  const counts = new Map<Ecosystem, number>()
  let total = 0
  for (const { language, role, times } of inventory.kinds) {
    if (language === null || (role !== 'source' && role !== 'test')) continue
    const ecosystem = ecosystemOf(language)
    if (ecosystem !== null) counts.set(ecosystem, (counts.get(ecosystem) ?? 0) + times)
    // C belongs to none, and what lies beside it in another language is not all there is.
    if (ecosystem !== null || !isMarkup(language)) total += times
  }
  return new Map([...counts].map(([ecosystem, count]) => [ecosystem, count / total]))
}

/** Those that any of the code is for, which is not somebody else's. */
export function ecosystemsIn(kinds: readonly FileKind[]): ReadonlySet<Ecosystem | null> {
  const own = kinds.filter(({ language, role }) => language !== null && role !== 'vendored')
  return new Set(own.map(({ language }) => ecosystemOf(language)))
}

/** Null for a language that has none, such as C. */
export function ecosystemOf(language: string | null): Ecosystem | null {
  return language === null ? null : (ECOSYSTEMS.get(language) ?? null)
}

const LANGUAGES: readonly (readonly [Ecosystem, string])[] = [
  ['javascript', 'TypeScript,JavaScript,Vue,Svelte,Astro'],
  ['python', 'Python'],
  ['rust', 'Rust'],
  ['go', 'Go'],
  ['jvm', 'Java,Kotlin,Scala,Groovy'],
  ['dotnet', 'C#,F#,Visual Basic,Razor'],
  ['ruby', 'Ruby'],
  ['php', 'PHP'],
  ['elixir', 'Elixir,HEEx'],
]

const ECOSYSTEMS: ReadonlyMap<string, Ecosystem> = new Map(
  LANGUAGES.flatMap(([ecosystem, names]) => names.split(',').map((name) => [name, ecosystem] as const)),
)
