import { remember } from '#kit/remember.ts'
import { outlineOf } from '../../../write-tags.ts'
import type { CodeFile } from '../../code-file.ts'
import { pickNearest } from '../../paths/pick-nearest.ts'
import { stemOf } from '../../paths/stem-of.ts'
import type { Project } from '../../resolver.ts'

/** The file of a constant that somebody may mean who names it so: `Time`, `Shop::Time`, `::Time`. One or none. */
export type FindConstant = (from: string, named: string) => string[]

/**
 * A constant is looked for in what is around its use, the innermost first, and at the top. What is around a use is told by what
 * its file defines and by where that lies; so is what a constant is in: `shop/type/time.rb` has `Shop::Type::Time`, and who says
 * `Time` elsewhere means another. What may come from an ancestor is not guessed.
 */
export function findConstants(project: Project): FindConstant {
  const files = project.filesOf(['ruby'])
  const defined = new Map(files.map(({ path, tags }) => [path, constantsOf(tags)]))
  const definers = definersByName(defined)
  const around = remember(
    (path: string) =>
      new Set([...spaceOf(path), ...[stemOf(path), ...(defined.get(path) ?? [])].map(plainOf)]),
  )
  const calledAs = (holders: readonly string[], { name, file }: { name: string; file: string }) =>
    filesCalled(file, project).flatMap((path) => {
      const space = spaceOf(path)
      const rest = space.slice(0, Math.max(0, space.length - holders.length))
      const isIn = space.slice(rest.length).join('/') === holders.join('/')
      return isIn && defined.get(path)?.has(name) === true ? [{ path, rest }] : []
    })
  return (from, named) => {
    const parts = named.split('::').filter((part) => part !== '')
    const name = parts.at(-1) ?? ''
    const holders = parts.slice(0, -1)
    const isSeen = ({ rest }: Found) =>
      named.startsWith('::') ? rest.length === 0 : rest.every((part) => around(from).has(part))
    const plain = holders.map(plainOf)
    const own = innermost(calledAs(plain, { name, file: name }).filter(isSeen), from)
    const holder = holders.at(-1)
    if (own !== null || holder === undefined) return own === null ? [] : [own]
    const within = innermost(calledAs(plain.slice(0, -1), { name, file: holder }).filter(isSeen), from)
    if (within !== null) return [within]
    // What has no file of its own is in the only one that has both.
    const both = (definers.get(name) ?? []).filter(
      (path) => plainOf(stemOf(path)) !== plainOf(name) && defined.get(path)?.has(holder) === true,
    )
    return both.length === 1 ? both : []
  }
}

type Found = {
  readonly path: string
  /** What its space has beyond what was named. */
  readonly rest: readonly string[]
}

function innermost(found: readonly Found[], from: string): string | null {
  const deepest = Math.max(...found.map(({ rest }) => rest.length))
  return pickNearest(
    found.filter(({ rest }) => rest.length === deepest).map(({ path }) => path),
    from,
  )
}

function constantsOf(tags: CodeFile['tags']): ReadonlySet<string> {
  const { standing, members, hidden } = outlineOf(tags)
  return new Set([...standing, ...members, ...hidden].filter((name) => /^[A-Z]/.test(name)))
}

function definersByName(defined: ReadonlyMap<string, ReadonlySet<string>>): Map<string, string[]> {
  const definers = new Map<string, string[]>()
  for (const [path, names] of defined)
    for (const name of names) {
      const known = definers.get(name)
      if (known === undefined) definers.set(name, [path])
      else known.push(path)
    }
  return definers
}

/** `HTTPClient` is in `http_client`; where a project says that it is a word, `ActivityPub` is in `activitypub`. */
function filesCalled(constant: string, project: Project): string[] {
  const names = new Set([smallOf(constant), constant.toLowerCase()])
  return [...names].flatMap((name) => project.named(`${name}.rb`))
}

function smallOf(name: string): string {
  return name
    .replace(/([A-Z\d]+)([A-Z][a-z])/g, '$1_$2')
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
}

/** What a constant and the folder of its name have in common. */
function plainOf(name: string): string {
  return name.replaceAll('_', '').toLowerCase()
}

/** What a file's constants are in, by its folders below the one that is on the load path. */
function spaceOf(path: string): string[] {
  return path.replace(LOAD_PATH, '').split('/').slice(0, -1).map(plainOf)
}

/** The outermost counts: `lib/shop/app/` is a space as any other. */
const LOAD_PATH = /^(?:.*?\/)??(?:app\/[^/]+\/(?:concerns\/)?|(?:lib|app|spec|test)\/|ext\/[^/]+\/)/
