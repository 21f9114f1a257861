import { createHash, type Hash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { isWithin } from '#kit/confine.ts'
import { isFile, readIfReadable } from '#kit/files.ts'
import { realPath } from '#kit/real-path.ts'
import { commandsBehind } from './commands-behind.ts'

/**
 * What is installed in the project to run its tests, as `package=hash` for each: git ignores it, so no hash of a tree tells one from
 * another. The packages of the programs that the command starts, with those that they assert with. Empty where none is installed there.
 */
export function hashPrograms({ root, command }: { root: string; command: string }): string {
  const seen = new Map<string, string>()
  for (const { folder, words } of commandsBehind({ root, command })) {
    const [program = ''] = words
    const modules = /^[\w.-]+$/.test(program) ? modulesWith(join('.bin', program), { folder, root }) : null
    if (modules === null) continue
    const bin = join(modules, '.bin', program)
    const own = join(modules, program)
    const home = isFile(join(own, 'package.json')) ? realPath(own) : packageAround(realPath(bin))
    addPackage(home, { seen, starter: readIfReadable(bin) })
  }
  return [...seen].map(([folder, hash]) => `${nameOf(folder)}=${hash}`).join(' ')
}

/** The hashes of each package by its name, of which there may be several; null for what is no such list. */
export function programsIn(text: string): ReadonlyMap<string, string> | null {
  const found = new Map<string, string>()
  for (const part of text.split(' ')) {
    const at = part.lastIndexOf('=')
    if (at <= 0) return null
    const name = part.slice(0, at)
    found.set(name, [...(found.get(name)?.split(' ') ?? []), part.slice(at + 1)].sort().join(' '))
  }
  return found
}

/** Behind the last `node_modules`, wherever a package manager keeps it. */
function nameOf(folder: string): string {
  return folder
    .split(sep)
    .join('/')
    .replace(/^.*\/node_modules\//, '')
}

/** The nearest `node_modules` upwards that has something. */
function modulesWith(path: string, { folder, root }: { folder: string; root: string }): string | null {
  const modules = join(folder, 'node_modules')
  if (isFile(join(modules, path))) return modules
  return folder === root || !isWithin(root, folder)
    ? null
    : modulesWith(path, { folder: dirname(folder), root })
}

function packageAround(file: string): string {
  const folder = dirname(file)
  return folder === file || isFile(join(folder, 'package.json')) ? folder : packageAround(folder)
}

type Adding = {
  readonly seen: Map<string, string>
  /** What starts it, where that lies elsewhere. */
  readonly starter: Buffer | null
}

function addPackage(folder: string, { seen, starter }: Adding): void {
  // What is no package has led out of all folders.
  if (seen.has(folder) || !folder.includes('node_modules')) return
  const hash = createHash('sha256')
  hash.update(starter ?? '')
  addFiles(folder, { hash, way: '' })
  seen.set(folder, hash.digest('hex').slice(0, 12))
  for (const name of assertingIn(folder)) {
    const found = [join(folder, 'node_modules', name), ...upwards(folder, name)].find((one) =>
      isFile(join(one, 'package.json')),
    )
    if (found !== undefined) addPackage(realPath(found), { seen, starter: null })
  }
}

/** Where Node looks for a package, from the folder of another. */
function upwards(folder: string, name: string): string[] {
  const above = dirname(folder)
  if (above === folder) return []
  return [
    join(above, above.endsWith('node_modules') ? name : join('node_modules', name)),
    ...upwards(above, name),
  ]
}

function assertingIn(folder: string): string[] {
  try {
    const { dependencies } = JSON.parse(
      readIfReadable(join(folder, 'package.json'))?.toString('utf8') ?? '{}',
    )
    return Object.keys(dependencies ?? {}).filter((name) => ASSERTING.test(name))
  } catch {
    return []
  }
}

const ASSERTING =
  /^(?:@vitest\/|@jest\/|jest-|expect$|chai$|mocha$|jest$|tinyrunner|@playwright\/|playwright-core$|@tapjs\/)/

function addFiles(folder: string, { hash, way }: { hash: Hash; way: string }): void {
  const entries = readdirSync(join(folder, way), { withFileTypes: true })
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = join(way, entry.name)
    if (entry.isDirectory() && entry.name !== 'node_modules') addFiles(folder, { hash, way: path })
    if (!(entry.isFile() && PROGRAM.test(entry.name))) continue
    hash.update(`${path}\0`)
    hash.update(readIfReadable(join(folder, path)) ?? '')
  }
}

/** Neither types, nor maps, nor what people read. */
const PROGRAM = /^(?!.*\.d\.[cm]?ts$)(?:.*\.(?:[cm]?[jt]sx?|json|node|wasm)|[^.]+)$/
