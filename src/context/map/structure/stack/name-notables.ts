import { depthOf } from '../files/take-inventory.ts'
import type { Manifest } from '../read-manifests.ts'
import { type NotableUse, notablesOf } from './well-known.ts'

export type NamedNotable = { readonly name: string; readonly use: NotableUse; readonly from: string }

/** Dependencies that say what kind of project this is, the outermost first, and then those that most packages have. What is made here is none. */
export function nameNotables(manifests: readonly Manifest[]): NamedNotable[] {
  const own = new Set(manifests.flatMap(ownNames))
  const whole = manifests.flatMap(({ folder, facts }) => (folder === '' ? (facts.module?.name ?? []) : []))
  const isWhole = (name: string) =>
    whole.some((one) => plain(one.slice(one.lastIndexOf('/') + 1)) === plain(name)) || isHouse(name, own)
  const found = new Map<string, NamedNotable & { readonly depth: number; times: number }>()
  for (const { path, folder, facts } of manifests) {
    const { ecosystem } = facts
    if (ecosystem === undefined) continue
    const notables = [...new Set(facts.dependencies ?? [])]
      .filter((name) => !own.has(name.toLowerCase()))
      .flatMap((name) => notablesOf(ecosystem, name))
      .filter(({ name }) => !isWhole(name))
    for (const notable of new Map(notables.map((one) => [`${one.name} ${one.use}`, one])).values()) {
      const key = `${notable.name} ${notable.use}`
      const known = found.get(key)
      if (known === undefined) found.set(key, { ...notable, from: path, depth: depthOf(folder), times: 1 })
      else known.times += 1
    }
  }
  return [...found.values()]
    .sort(
      (one, other) => one.depth - other.depth || other.times - one.times || (one.name < other.name ? -1 : 1),
    )
    .map(({ name, use, from }) => ({ name, use, from }))
}

function ownNames({ facts: { module, workspace } }: Manifest): string[] {
  // A project of Gradle is called as its folder is.
  const members = workspace?.name === 'Gradle projects' ? workspace.members : []
  return [
    ...(module === undefined ? [] : [module.name.toLowerCase()]),
    ...members.map((member) => member.slice(member.lastIndexOf('/') + 1).toLowerCase()),
  ]
}

/** Whether several of the packages that are made here are called by that name. */
function isHouse(name: string, own: ReadonlySet<string>): boolean {
  const first = plain(name)
  return (
    own.has(first) &&
    [...own].filter((one) => one.startsWith(first) && /^[-._]/.test(one.slice(first.length))).length > 1
  )
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z\d]/g, '')
}
