import picomatch from 'picomatch'
import type { Inventory } from '../files/take-inventory.ts'
import { depthOf, isWithin } from '../files/take-inventory.ts'
import type { Ecosystem } from '../manifests/manifest.ts'
import { folderBelow } from '../manifests/reading/script-lines.ts'
import type { Manifest } from '../read-manifests.ts'
import type { PackageManager, Runtime, Stack, Tool, Workspace } from '../structure.ts'
import { anyWrittenFor } from './any-written-for.ts'
import { nameNotables } from './name-notables.ts'
import { shareLanguages } from './share-languages.ts'
import { writtenFor } from './written-for.ts'

export function describeStack(inventory: Inventory, all: readonly Manifest[]): Stack {
  const isWritten = writtenFor(inventory)
  // One at the root tells of the whole, whatever it is for.
  const written = all.filter(({ folder, facts }) => folder === '' || isWritten(facts.ecosystem))
  const manifests = written.filter(({ isTrial }) => !isTrial)
  const notables = nameNotables(
    withoutSites(manifests)
      .filter(({ folder, facts }) => facts.ecosystem === 'image' || !ASIDE.test(`${folder}/`))
      .map(withoutDevelopment),
  )
  const named = (...uses: readonly string[]) =>
    notables.filter(({ use }) => uses.includes(use)).map(({ name, from }) => ({ name, from }))
  const languages = shareLanguages(inventory)
  const isAny = anyWrittenFor(inventory)
  const isSpoken = (language: string | undefined) =>
    language === undefined || languages.some(({ name, share }) => name === language && share >= SHARE_MIN)
  return {
    languages,
    frameworks: named('framework').slice(0, NOTABLES_MAX),
    libraries: named('library', 'store', 'build').slice(0, NOTABLES_MAX),
    runtimes: runtimesOf(manifests).filter(
      ({ name }) => isWritten(RUN_BY.get(name)) && isSpoken(SPOKEN_BY.get(name)),
    ),
    packageManagers: packageManagersOf(manifests.filter(({ facts }) => isAny(facts.ecosystem))),
    builders: buildersOf(manifests),
    workspaces: workspacesOf(written, inventory),
  }
}

/** What its documentation is shown with, the project is not made with, unless that is all there is. */
function withoutSites(manifests: readonly Manifest[]): readonly Manifest[] {
  const sites = manifests
    .filter(
      ({ folder, facts }) => folder !== '' && (facts.dependencies ?? []).some((name) => SITE.test(name)),
    )
    .map(({ folder }) => folder)
  const others = manifests.filter(({ folder }) => !sites.some((site) => isWithin(folder, site)))
  return others.some(({ facts }) => (facts.ecosystem ?? 'image') !== 'image') ? others : manifests
}

const SITE = /^(@docusaurus\/core|vitepress|vuepress|nextra|@astrojs\/starlight|mkdocs|sphinx)$/i

/** What a project is tested against, it is not made with. */
function withoutDevelopment(manifest: Manifest): Manifest {
  const { dependencies = [], development = [] } = manifest.facts
  const own = dependencies.filter((name) => !development.includes(name))
  return { ...manifest, facts: { ...manifest.facts, dependencies: own } }
}

/** What the whole is built with, where that is not said by what fetches its packages. */
function buildersOf(manifests: readonly Manifest[]): Tool[] {
  const found = manifests
    .filter(({ folder, facts }) => folder === '' && facts.packageManager === undefined)
    .flatMap(({ path, facts }) =>
      (facts.tools ?? []).filter(({ use }) => use === 'build').map(({ name }) => ({ name, from: path })),
    )
  return found.filter(({ name }, at) => found.findIndex((one) => one.name === name) === at)
}

/** What the tools beside a project need, the project does not. */
const ASIDE = /^(utils?|tools?|scripts?|hack|contrib|dev|ci)\//

/** What is written for a runtime. Of others nobody knows. */
const RUN_BY: ReadonlyMap<string, Ecosystem> = new Map([
  ['Ruby', 'ruby'],
  ['Node.js', 'javascript'],
  ['Python', 'python'],
  ['PHP', 'php'],
  ['Go', 'go'],
  ['Java', 'jvm'],
  ['Elixir', 'elixir'],
  ['Rust', 'rust'],
])

/** The language of a runtime that has no ecosystem here. Packages for it are made of code in others, too. */
const SPOKEN_BY: ReadonlyMap<string, string> = new Map([['Swift', 'Swift']])
const SHARE_MIN = 0.05

const NOTABLES_MAX = 12
const DEPTH_MAX = 2

/** Each once, the outermost word on it before the others. What a container has is believed last. */
function runtimesOf(manifests: readonly Manifest[]): Runtime[] {
  const said = manifests
    .filter(({ folder }) => depthOf(folder) <= DEPTH_MAX)
    .flatMap(({ path, facts }) =>
      (facts.runtimes ?? []).map((runtime) => ({
        ...runtime,
        from: path,
        isImage: facts.ecosystem === 'image',
      })),
    )
  const trusted = [...said.filter(({ isImage }) => !isImage), ...said.filter(({ isImage }) => isImage)]
  const seen = new Set<string>()
  return trusted.flatMap(({ name, version, from }) => {
    const key = SEVERAL.has(name) ? `${name} ${version}` : name
    if (seen.has(key)) return []
    seen.add(key)
    return [{ name, version, from }]
  })
}

/** Of these, each project has those that it is built for. */
const SEVERAL = new Set(['.NET'])

/** Where one at the root manages an ecosystem, another that lies deeper is for a part. */
function packageManagersOf(manifests: readonly Manifest[]): PackageManager[] {
  const seen = new Set<string>()
  const atRoot = new Set(
    manifests.flatMap(({ folder, facts }) =>
      folder === '' && facts.packageManager !== undefined ? (facts.ecosystem ?? []) : [],
    ),
  )
  return manifests
    .filter(({ folder, facts: { ecosystem } }) => {
      return (
        folder === '' || (depthOf(folder) <= DEPTH_MAX && (ecosystem === undefined || !atRoot.has(ecosystem)))
      )
    })
    .flatMap(({ path, facts: { packageManager, ecosystem } }) => {
      // A lockfile without anything that it locks is somebody else's.
      const isUsed = manifests.some(
        ({ facts }) => facts.ecosystem === ecosystem && facts.offers !== undefined,
      )
      if (packageManager === undefined || seen.has(packageManager) || !isUsed) return []
      seen.add(packageManager)
      return [{ name: packageManager, from: path }]
    })
}

/** The outermost of each kind, and of two lists for one tool that which is its own. How many of the folders that a workspace names are packages: patterns may name what is none. */
function workspacesOf(manifests: readonly Manifest[], inventory: Inventory): Workspace[] {
  const declared = manifests.filter(({ facts }) => facts.module !== undefined).map(({ folder }) => folder)
  const seen = new Set<string>()
  // Settings of Gradle further out are those of the whole, even if nobody here can read what is in them.
  const isInner = (own: Manifest) =>
    SETTINGS.test(own.name) &&
    manifests.some(
      ({ name, folder }) => SETTINGS.test(name) && folder !== own.folder && isWithin(own.folder, folder),
    )
  return manifests.flatMap((manifest) => {
    const {
      path,
      folder,
      facts: { workspace },
    } = manifest
    if (workspace === undefined || seen.has(workspace.name) || isInner(manifest)) return []
    seen.add(workspace.name)
    const isTwice = manifests.some(
      (other) =>
        other.folder === folder &&
        other.path !== path &&
        other.facts.workspace !== undefined &&
        MEMBERS.get(other.facts.workspace.name) === MEMBERS.get(workspace.name),
    )
    if (workspace.name === 'workspaces' && isTwice) return []
    const [left, taken] = [true, false].map((isLeft) =>
      workspace.members
        .filter((member) => member.startsWith('!') === isLeft)
        .map((member) => folderBelow(folder, member.replace(/^!/, ''))),
    )
    const isMember = matcher(taken ?? [])
    const isLeft = matcher(left ?? [])
    const marked = inventory.files.filter(
      ({ name, role }) => role !== 'vendored' && name === MEMBERS.get(workspace.name),
    )
    const folders = [...new Set([...declared, ...marked.map((file) => file.folder)])]
    const members =
      workspace.count ?? folders.filter((candidate) => isMember(candidate) && !isLeft(candidate)).length
    const scripts = inventory.files.filter(
      (file) => GRADLE.test(file.name) && file.role === 'source' && isWithin(file.folder, folder),
    )
    // Where most of what is built is not listed, it is listed in a way that is not understood here.
    const isPartial = workspace.name === 'Gradle projects' && members * 2 < scripts.length
    return members === 0 || isPartial ? [] : [{ name: workspace.name, from: path, members }]
  })
}

/** What lies in each of those that are kept together, be it among tests or examples. */
const MEMBERS: ReadonlyMap<string, string> = new Map([
  ['workspaces', 'package.json'],
  ['pnpm workspace', 'package.json'],
  ['Lerna', 'package.json'],
  ['Cargo workspace', 'Cargo.toml'],
  ['Go workspace', 'go.mod'],
  ['Maven modules', 'pom.xml'],
])

const SETTINGS = /^settings\.gradle(\.kts)?$/
const GRADLE = /^build\.gradle(\.kts)?$/

/** A pattern that nobody can read matches nothing. */
function matcher(patterns: readonly string[]): (folder: string) => boolean {
  const plain = new Set(patterns)
  const globs = patterns
    .filter((pattern) => /[*?{[]/.test(pattern) && pattern.length < 200)
    .flatMap((pattern) => {
      try {
        return [picomatch(pattern)]
      } catch {
        return []
      }
    })
  return (folder) => plain.has(folder) || globs.some((matches) => matches(folder))
}
