import type { Role } from '#context/code/walk/role-of.ts'
import type { Folder, FolderRole } from '../structure.ts'
import { type Inventory, type InventoryFile, withoutPackage } from './take-inventory.ts'

/** The folders of a repository, as deep as is asked for. Where there are many, the fullest; what is not the project's own code stays shut. */
export function drawTree(inventory: Inventory, depth: number): Folder {
  const root = newNode('')
  const nodes = new Map([['', root]])
  for (const file of inventory.files) count(nodeFor(nodes, file.folder), file)
  sumUp(root)
  const { roleOfFolder } = inventory
  return draw({ node: root, name: '', path: '', depth, around: null, isAmongCode: false, roleOfFolder })
}

type Node = {
  readonly name: string
  readonly folders: Map<string, Node>
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

function newNode(name: string): Node {
  return {
    name,
    folders: new Map(),
    own: 0,
    files: 0,
    code: 0,
    source: 0,
    spoken: new Set(),
    numbered: 0,
    roles: new Map(),
    endings: new Map(),
  }
}

function nodeFor(nodes: Map<string, Node>, folder: string): Node {
  const known = nodes.get(folder)
  if (known !== undefined) return known
  const slash = folder.lastIndexOf('/')
  const node = newNode(folder.slice(slash + 1))
  nodes.set(folder, node)
  nodeFor(nodes, folder.slice(0, Math.max(slash, 0))).folders.set(node.name, node)
  return node
}

function count(node: Node, { name, role, language }: InventoryFile): void {
  const dot = name.lastIndexOf('.')
  node.own += 1
  node.files += 1
  if (language !== null) node.code += 1
  if (language !== null && role === 'source') {
    node.source += 1
    if (!BUILD_SCRIPT.test(name)) node.spoken.add(language)
  }
  if (NUMBERED.test(name)) node.numbered += 1
  addTo(node.roles, { key: role, times: 1 })
  if (dot > 0) addTo(node.endings, { key: name.slice(dot), times: 1 })
}

/** What is in the folders of a folder is in the folder too. */
function sumUp(node: Node): void {
  for (const inner of node.folders.values()) {
    sumUp(inner)
    node.files += inner.files
    node.code += inner.code
    node.source += inner.source
    node.numbered += inner.numbered
    add(node.roles, inner.roles)
    add(node.endings, inner.endings)
  }
}

function add<Key>(counts: Map<Key, number>, more: ReadonlyMap<Key, number>): void {
  for (const [key, times] of more) addTo(counts, { key, times })
}

function addTo<Key>(counts: Map<Key, number>, { key, times }: { key: Key; times: number }): void {
  counts.set(key, (counts.get(key) ?? 0) + times)
}

type Drawn = {
  readonly node: Node
  readonly name: string
  readonly path: string
  readonly depth: number
  /** What most files are in the folder above. */
  readonly around: string | null
  /** Whether there is code in the folder above itself. */
  readonly isAmongCode: boolean
  readonly roleOfFolder: Inventory['roleOfFolder']
}

function draw({ depth, ...drawn }: Drawn): Folder {
  const { node, name, path, roleOfFolder } = drawn
  const role = folderRole(drawn)
  const most = mostly(node)
  const isOpen = OPEN.has(role) && (path === '' || node.code > 0)
  const below = isOpen && depth > 0 ? [...node.folders.values()] : []
  const shown = fullest(below).map((folder) => {
    const joined = join(folder)
    return draw({
      ...joined,
      path: path === '' ? joined.name : `${path}/${joined.name}`,
      depth: depth - 1,
      around: path === '' ? null : most,
      isAmongCode: path !== '' && [...node.spoken].some((language) => !SHELLS.has(language)),
      roleOfFolder,
    })
  })
  const hidden = below.filter(({ name: one }) => !shown.some((folder) => folder.name.split('/')[0] === one))
  const files = hidden.reduce((sum, folder) => sum + folder.files, 0)
  return {
    name,
    path,
    role,
    files: node.files,
    mostly: most,
    folders: shown,
    more: hidden.length === 0 ? null : { folders: hidden.length, files },
  }
}

/** `src/main/java/com/x`: folders with nothing but one folder in them are one. */
function join(folder: Node): Pick<Drawn, 'node' | 'name'> {
  let node = folder
  let name = folder.name
  while (node.own === 0 && node.folders.size === 1) {
    const [only] = node.folders.values()
    if (only === undefined) break
    node = only
    name = `${name}/${only.name}`
  }
  return { node, name }
}

const FOLDERS_MAX = 16

/** The fullest, in the order of their names. Code counts more than what lies beside it. */
function fullest(folders: readonly Node[]): Node[] {
  const weight = ({ code, files, roles }: Node) =>
    code * (1 - ((roles.get('vendored') ?? 0) + (roles.get('generated') ?? 0)) / files) + files / 1000
  return [...folders]
    .sort((one, other) => weight(other) - weight(one) || (one.name < other.name ? -1 : 1))
    .slice(0, FOLDERS_MAX)
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

function mostly({ endings, files }: Node): string | null {
  const [most] = [...endings].sort(([one, many], [other, more]) => more - many || (one < other ? -1 : 1))
  return most !== undefined && most[1] > files / 2 ? most[0] : null
}

/** Folders that are looked into. */
const OPEN = new Set<FolderRole>(['source'])

function folderRole({ isAmongCode, ...drawn }: Omit<Drawn, 'depth'>): FolderRole {
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
  return node.code === 0 ? roleWithoutCode(node, isAmongCode) : 'source'
}

/** Whether what most files are is what the whole is. A package and the many files that it is tested on are a package. */
function isWhole(node: Node, role: Role): boolean {
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
}: Omit<Drawn, 'depth' | 'isAmongCode'>): FolderRole | undefined {
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
function isProgram({ source, endings }: Node): boolean {
  return source > [...endings].reduce((sum, [ending, times]) => sum + (SCRIPT.test(ending) ? times : 0), 0)
}

const SCRIPT = /^\.(sh|bash|zsh|ps1|psm1|bat|cmd)$/i
const BUILD_SCRIPT = /\.gradle(\.kts)?$/
const NUMBERED = /^([A-Za-z]|Version)?_?\d/
const COMPILED = new Set('Go,Rust,Java,Kotlin,Scala,C,C++,C#,F#,Swift,Objective-C,Haskell,Zig'.split(','))

/** What most of the files in it are. Among code, they are what that code reads. Nothing is said of what nobody knows. */
function roleWithoutCode(node: Node, isAmongCode: boolean): FolderRole {
  if (isMostly(node, PROSE)) return 'documentation'
  if (isMostly(node, ASSET)) return 'assets'
  if (isAmongCode && isMostly(node, TABLE)) return 'data'
  if (isMostly(node, SETTING)) return 'settings'
  return isMostly(node, DATA) ? 'data' : 'source'
}

const MAJORITY = 0.8
const FEW = 0.02
const SHELLS = new Set(['Shell', 'PowerShell'])

const FROM_ROLES: Readonly<Record<Role, FolderRole>> = {
  source: 'source',
  test: 'tests',
  documentation: 'documentation',
  generated: 'generated',
  vendored: 'vendored',
}

function isMostly({ endings, files }: Node, shape: RegExp): boolean {
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
