import type { Folder, FolderRole } from '../structure.ts'
import type { FileKind } from './file-kind.ts'
import { type CountedFolder, folderRole, type Judged, mostly } from './folder-role.ts'
import type { Inventory } from './take-inventory.ts'

/** The folders of a repository, as deep as is asked for. Where there are many, the fullest; what is not the project's own code stays shut. */
export function drawTree(inventory: Inventory, depth: number): Folder {
  const root = newNode('')
  const nodes = new Map([['', root]])
  for (const kind of inventory.kinds) count(nodeFor(nodes, kind.folder), kind)
  sumUp(root)
  const { roleOfFolder } = inventory
  return draw({ node: root, name: '', path: '', depth, around: null, isAmongCode: false, roleOfFolder })
}

function newNode(name: string): CountedFolder {
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

function nodeFor(nodes: Map<string, CountedFolder>, folder: string): CountedFolder {
  const known = nodes.get(folder)
  if (known !== undefined) return known
  const slash = folder.lastIndexOf('/')
  const node = newNode(folder.slice(slash + 1))
  nodes.set(folder, node)
  nodeFor(nodes, folder.slice(0, Math.max(slash, 0))).folders.set(node.name, node)
  return node
}

function count(node: CountedFolder, { role, language, ending, isNumbered, ...kind }: FileKind): void {
  const { times, isBuildScript } = kind
  node.own += times
  node.files += times
  if (language !== null) node.code += times
  if (language !== null && role === 'source') {
    node.source += times
    if (!isBuildScript) node.spoken.add(language)
  }
  if (isNumbered) node.numbered += times
  addTo(node.roles, { key: role, times })
  if (ending !== null) addTo(node.endings, { key: ending, times })
}

/** What is in the folders of a folder is in the folder too. */
function sumUp(node: CountedFolder): void {
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

type Drawn = Judged & { readonly depth: number }

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
function join(folder: CountedFolder): Pick<Drawn, 'node' | 'name'> {
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
function fullest(folders: readonly CountedFolder[]): CountedFolder[] {
  const weight = ({ code, files, roles }: CountedFolder) =>
    code * (1 - ((roles.get('vendored') ?? 0) + (roles.get('generated') ?? 0)) / files) + files / 1000
  return [...folders]
    .sort((one, other) => weight(other) - weight(one) || (one.name < other.name ? -1 : 1))
    .slice(0, FOLDERS_MAX)
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** Folders that are looked into. */
const OPEN = new Set<FolderRole>(['source'])

const SHELLS = new Set(['Shell', 'PowerShell'])
