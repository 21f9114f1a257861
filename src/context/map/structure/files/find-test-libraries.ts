import type { Role } from '#context/code/walk/role-of.ts'

type Seen = {
  readonly path: string
  readonly name: string
  readonly folder: string
  readonly role: Role
  /** Null for what is no code. */
  readonly language: string | null
}

/**
 * Folders called `test` that are a part of what is made here, for others to test with: they lie among code of their own
 * language, and no test runner would collect anything in them. Only of languages whose runners go by names is that known.
 */
export function findTestLibraries(files: readonly Seen[]): ReadonlySet<string> {
  const held = new Map<string, Set<string>>()
  const refused = new Set<string>()
  const spoken = new Set<string>()
  for (const { path, name, folder, role, language } of files) {
    if (language === null) continue
    if (role === 'source') spoken.add(`${folder} ${language}`)
    const inner = role === 'test' ? INNER.exec(path)?.[0].slice(0, -1) : undefined
    if (inner === undefined) continue
    if (COLLECTED.get(language)?.test(name) !== false) refused.add(inner)
    held.set(inner, (held.get(inner) ?? new Set()).add(language))
  }
  const isAmongCode = (folder: string, languages: ReadonlySet<string>) =>
    [...languages].every((language) => spoken.has(`${folder.slice(0, folder.lastIndexOf('/'))} ${language}`))
  return new Set(
    [...held].flatMap(([folder, languages]) =>
      !refused.has(folder) && isAmongCode(folder, languages) ? [folder] : [],
    ),
  )
}

/** Up to the outermost that is called so, and not at the root. */
const INNER = /^(?:[^/]+\/)+?test(?:ing)?\//

const COLLECTED: ReadonlyMap<string, RegExp> = new Map([
  ['Python', /^tests?(_.*)?\.py$|_tests?\.py$/],
  ['Go', /_test\.go$/],
  ['Elixir', /_test\.exs$/],
  ['Ruby', /^test_.*\.rb$|_(test|spec)\.rb$/],
  ['PHP', /Test\.php$/],
])
