import { countBefore } from '#context/code/walk/count-before.ts'
import { nameTells, type Role, roleOf } from '#context/code/walk/role-of.ts'
import { remember } from '#kit/remember.ts'
import { countKinds, type FileKind } from './file-kind.ts'
import { findTestLibraries } from './find-test-libraries.ts'
import { languageName } from './language-name.ts'

export type ListedFile = {
  /** From the root, with slashes. */
  readonly path: string
  readonly bytes?: number
}

export type InventoryFile = ListedFile & {
  /** Empty for the root. */
  readonly folder: string
  readonly name: string
  readonly role: Role
  /** Null for what is no code. */
  readonly language: string | null
}

export type Inventory = {
  /** In the order of their paths. */
  readonly files: readonly InventoryFile[]
  /** The same files by their kinds, in any order. */
  readonly kinds: readonly FileKind[]
  /** Folders called `test` that are a part of what is made here. */
  readonly libraries: ReadonlySet<string>
  readonly has: (path: string) => boolean
  /** Whether there are files in it, or below it. */
  readonly hasFolder: (folder: string) => boolean
  /** What a folder is to the project, whatever the names of the files in it. */
  readonly roleOfFolder: (folder: string) => Role
}

/** Each file is looked at once; everybody else asks here. */
export function takeInventory(listed: readonly ListedFile[]): Inventory {
  const listedFiles = withHeaders(lookAt(inOrder(listed)))
  const libraries = findTestLibraries(listedFiles)
  const inLibrary = (path: string) => asLibrary(path, libraries)
  const files =
    libraries.size === 0
      ? listedFiles
      : listedFiles.map((file) => ({ ...file, role: inLibrary(file.path) ?? file.role }))
  return { files, kinds: countKinds(files), libraries, ...lookUpIn(files, libraries) }
}

/** What is asked of single files and folders. Files are in the order of their paths. */
export function lookUpIn(
  files: readonly ListedFile[],
  libraries: ReadonlySet<string>,
): Pick<Inventory, 'has' | 'hasFolder' | 'roleOfFolder'> {
  return {
    has: (path) => firstFrom(files, path) === path,
    hasFolder: (folder) => folder === '' || firstFrom(files, `${folder}/`).startsWith(`${folder}/`),
    roleOfFolder: remember((folder) => {
      const path = folder === '' ? 'x' : `${folder}/x`
      return asLibrary(path, libraries) ?? ownRole(path)
    }),
  }
}

/** Of files in order, those of a folder mostly follow one another, and most names say nothing beside their folder. */
export function lookAt(listed: readonly ListedFile[]): readonly InventoryFile[] {
  const roleIn = remember((folder: string) => ownRole(folder === '' ? 'x' : `${folder}/x`))
  let folder = ''
  return listed.map(({ path, bytes }): InventoryFile => {
    const slash = path.lastIndexOf('/')
    const name = path.slice(slash + 1)
    if (slash !== folder.length || !path.startsWith(folder)) folder = path.slice(0, Math.max(slash, 0))
    const role = nameTells(name) ? ownRole(path) : roleIn(folder)
    const own = { path, name, folder, role, language: languageName(name) }
    return bytes === undefined ? own : { ...own, bytes }
  })
}

function inOrder(listed: readonly ListedFile[]): readonly ListedFile[] {
  const isOrdered = listed.every(({ path }, at) => at === 0 || (listed[at - 1]?.path ?? '') < path)
  return isOrdered ? listed : [...listed].sort(byPath)
}

function firstFrom(files: readonly ListedFile[], path: string): string {
  return files[countBefore(files, path)]?.path ?? ''
}

/** A header does not say which language it is for: the one that most of what may include it is written in. */
function withHeaders(files: readonly InventoryFile[]): readonly InventoryFile[] {
  const counts = new Map<string, number>()
  for (const { name, language, role } of files)
    if (language !== null && INCLUDING.has(language) && !HEADER.test(name) && role !== 'vendored')
      counts.set(language, (counts.get(language) ?? 0) + 1)
  const [most] = [...counts].sort(([, many], [, more]) => more - many)
  if (most === undefined || most[0] === 'C') return files
  return files.map((file) => (HEADER.test(file.name) ? { ...file, language: most[0] } : file))
}

export const INCLUDING: ReadonlySet<string> = new Set(['C', 'C++', 'Objective-C'])
const HEADER = /\.h$/i

/** Where people try things out, they show how, as in an example. In the midst of code, it is a part of it that is called so. */
function ownRole(path: string): Role {
  const role = roleOf(withoutPackage(path))
  if (role === 'documentation' && NEEDED.test(path)) return 'source'
  return role === 'source' && TRIED.test(path) ? 'documentation' : role
}

const TRIED = /^((packages|apps)\/)?(playgrounds?|sandbox)\//
/** Text that a program reads. */
const NEEDED = /(^|\/)(requirements[\w.-]*|constraints|CMakeLists|robots)\.txt$/

/** What a file is in a folder that is called as if it were for tests; null for one that is not in such. */
function asLibrary(path: string, libraries: ReadonlySet<string>): Role | null {
  for (let at = path.indexOf('/test'); at !== -1; at = path.indexOf('/test', at + 1)) {
    const end = path.indexOf('/', at + 1)
    if (end !== -1 && libraries.has(path.slice(0, end)))
      return ownRole(`${path.slice(0, at)}/x${path.slice(end).replace(/[^/]+(?=\.\w+$)/, 'x')}`)
  }
  return null
}

/** In `src/main/java/org/example/samples` the words behind `java` name a package, and say nothing of what it is for. */
export function withoutPackage(path: string): string {
  return path.replace(/((?:^|\/)src\/\w{1,40}\/(?:java|kotlin|scala|groovy)\/).*\//, '$1')
}

function byPath(one: ListedFile, other: ListedFile): number {
  return one.path < other.path ? -1 : one.path > other.path ? 1 : 0
}

/** How many folders one has to go down. */
export function depthOf(folder: string): number {
  return folder === '' ? 0 : folder.split('/').length
}

/** Whether it is the folder itself, or somewhere below it. */
export function isWithin(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`)
}
