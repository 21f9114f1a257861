import type { Role } from '#context/code/walk/role-of.ts'
import type { FolderRole } from '../structure.ts'
import { type Inventory, withoutPackage } from './take-inventory.ts'

/** A folder with what was counted in it and below. */
export type CountedFolder = {
  readonly name: string
  readonly folders: Map<string, CountedFolder>
  own: number
  files: number
  code: number
  /** Code that is neither tests nor documentation, in it and below. */
  source: number
  /** Of those that lie in it and in no folder of it: what they are written in. */
  readonly spoken: Set<string>
  /** How many have a number for a name, or begin with one. */
  numbered: number
  readonly roles: Map<Role, number>
  readonly endings: Map<string, number>
}

export type Judged = {
  readonly node: CountedFolder
  readonly name: string
  readonly path: string
  /** What most files are in the folder above. */
  readonly around: string | null
  /** Whether there is code in the folder above itself. */
  readonly isAmongCode: boolean
  readonly roleOfFolder: Inventory['roleOfFolder']
}

/** What a folder is to the project: by its name, by what is in it, and by what lies around it. */
export function folderRole({ isAmongCode, ...drawn }: Judged): FolderRole {
  const { node, path } = drawn
  if (path === '') return 'source'
  if (CI.test(path)) return 'ci'
  const named = namedRole(drawn)
  if (named !== undefined) return named
  if (path.startsWith('.')) return 'settings'
  const roles = [...node.roles].sort(([, many], [, more]) => more - many)
  const [role, times] = roles[0] ?? ['source', 0]
  if (times > node.files * MAJORITY && isWhole(node, role)) {
    // What a build makes is seldom kept; how it is made is.
    return role === 'generated' && /(^|\/)build$/i.test(path) ? 'scripts' : FROM_ROLES[role]
  }
  return node.code === 0 ? roleWithoutCode({ node, isAmongCode }) : 'source'
}

/** Whether what most files are is what the whole is. A package and the many files that it is tested on are a package. */
function isWhole(node: CountedFolder, role: Role): boolean {
  switch (role) {
    case 'source':
      return false
    case 'test':
      return mostly(node) === '.t' || (node.spoken.size === 0 && node.source <= node.files * FEW)
    case 'documentation':
      return node.code > 0 || mostly(node) !== '.txt'
    case 'generated':
      return node.code > 0
    case 'vendored':
      return true
  }
}

/** By its own name, or by that of the outermost of the folders that it is one with. */
function namedRole({
  node,
  name,
  path,
  around,
  roleOfFolder,
}: Omit<Judged, 'isAmongCode'>): FolderRole | undefined {
  const parts = withoutPackage(`${path}/`)
    .slice(path.length - name.length, -1)
    .split('/')
  const names = [parts.at(-1) ?? '', parts[0] ?? '']
  const found = names.flatMap((one) => NAMED.find(({ shape }) => shape.test(one))?.role ?? [])[0]
  // In the midst of code, and of the same language: a part of the program that is called so.
  if (around !== null && around === mostly(node) && WITHIN.test(name)) return undefined
  const isOtherwise = {
    // Some keep the code of their pages there.
    assets: () => node.code > node.files / 2 && !isMostly(node, ASSET),
    // What makes them is called so, too.
    migrations: () => node.numbered * 3 < node.code,
    // What others test with is a part of what is made here.
    tests: () => names.some((one) => /^test(ing)?$/i.test(one)) && roleOfFolder(path) === 'source',
    scripts: () => names.includes('bin') && !names.includes('scripts') && isProgram(node),
    // Code that is compiled sets nothing.
    settings: () => [...node.spoken].some((language) => COMPILED.has(language)),
  }
  return found !== undefined && found in isOtherwise && isOtherwise[found as keyof typeof isOtherwise]()
    ? undefined
    : found
}

/** Whether it is written in something else than what scripts are. */
function isProgram({ source, endings }: CountedFolder): boolean {
  return source > [...endings].reduce((sum, [ending, times]) => sum + (SCRIPT.test(ending) ? times : 0), 0)
}

const SCRIPT = /^\.(sh|bash|zsh|ps1|psm1|bat|cmd)$/i
const COMPILED = new Set('Go,Rust,Java,Kotlin,Scala,C,C++,C#,F#,Swift,Objective-C,Haskell,Zig'.split(','))

/** What most of the files in it are. Among code, they are what that code reads. Nothing is said of what nobody knows. */
function roleWithoutCode({ node, isAmongCode }: Pick<Judged, 'node' | 'isAmongCode'>): FolderRole {
  if (isMostly(node, PROSE)) return 'documentation'
  if (isMostly(node, ASSET)) return 'assets'
  if (isAmongCode && isMostly(node, TABLE)) return 'data'
  if (isMostly(node, SETTING)) return 'settings'
  return isMostly(node, DATA) ? 'data' : 'source'
}

const MAJORITY = 0.8
const FEW = 0.02

const FROM_ROLES: Readonly<Record<Role, FolderRole>> = {
  source: 'source',
  test: 'tests',
  documentation: 'documentation',
  generated: 'generated',
  vendored: 'vendored',
}

/** The ending that most files have. */
export function mostly({ endings, files }: CountedFolder): string | null {
  const [most] = [...endings].sort(([one, many], [other, more]) => more - many || (one < other ? -1 : 1))
  return most !== undefined && most[1] > files / 2 ? most[0] : null
}

function isMostly({ endings, files }: CountedFolder, shape: RegExp): boolean {
  const found = [...endings]
    .filter(([ending]) => shape.test(ending))
    .reduce((sum, [, times]) => sum + times, 0)
  return found > files / 2
}

const ASSET =
  /^\.(png|jpe?g|gif|svg|ico|webp|avif|woff2?|ttf|otf|eot|mp[34]|ogg|flac|webm|wav|pdf|css|less|s[ac]ss)$/i
const TABLE = /^\.(ya?ml|toml|jsonc?|json5|xml|ini)$/i
const PROSE = /^\.(md|mdx|rst|adoc)$/i
const DATA =
  /^\.(csv|tsv|dat|data|db|sqlite3?|bin|gz|zip|zst|xz|parquet|avro|npy|npz|geojson|jsonl|ndjson|ipynb|pem|key|crt|patch|diff|po|mo|snap|api)$/i
const WITHIN = /^(tools?|dev|ci|config|configs|conf|settings|deploy|deployment|charts?)$/
const SETTING =
  /^\.(ya?ml|toml|jsonc?|json5|ini|cfg|conf|config|properties|xml|plist|env|cmake|in|lock|nix|tmpl|tpl|service|editorconfig|neon|hcl|xcconfig|props|targets)$/i

/** Wherever in it: a workflow is one, and so is a template for an issue. */
const CI = /(^|\/)\.(github|gitlab|circleci|buildkite|azure|gitea)(\/|$)/

const NAMED: readonly { readonly role: FolderRole; readonly shape: RegExp }[] = [
  { role: 'vendored', shape: /^(vendor|vendored|third[-_]party|node_modules|\.yarn|_vendor|Pods)$/ },
  { role: 'data', shape: /^(data|datasets?)$/ },
  { role: 'migrations', shape: /^(migrations?|migrate)$/ },
  {
    role: 'tests',
    shape:
      /^(tests?|__tests__|specs?|e2e|testdata|testing|fixtures?|__mocks__|__snapshots__)$|[._-](unit|integration|functional|fuzz|e2e)?[-_]?tests?$/i,
  },
  { role: 'benchmarks', shape: /^bench(marks?)?$/i },
  { role: 'examples', shape: /^(examples?|samples?|demos?|playgrounds?)$/i },
  { role: 'documentation', shape: /^(docs?|documentation|changelogs?|newsfragments)$/i },
  { role: 'generated', shape: /^(generated|__generated__|gen)$/ },
  { role: 'scripts', shape: /^(scripts?|hack|tools?|bin|ci|dev)$/ },
  { role: 'assets', shape: /^(assets|images?|img|fonts|icons|locales?|i18n|translations)$|\.xcassets$/ },
  {
    role: 'settings',
    shape:
      /^(config|configs|conf|settings|deploy|deployment|charts?|k8s|terraform|infra|gradle)$|\.(xcodeproj|xcworkspace)$/,
  },
]
