import { redact } from '#kit/redact.ts'
import { folderBelow } from '../manifests/reading/script-lines.ts'
import type { Manifest } from '../read-manifests.ts'
import type { EntryPoint } from '../structure.ts'
import { scriptsInReadme } from './scripts-in-readme.ts'
import { depthOf, type Inventory, type InventoryFile } from './take-inventory.ts'

export type Searched = {
  readonly inventory: Inventory
  readonly manifests: readonly Manifest[]
  readonly read: (path: string) => string | null
}

/** Where programs begin: what manifests say, and what lies where such things lie by custom. The outermost first. */
export function findEntryPoints({ inventory, manifests, read }: Searched): EntryPoint[] {
  const told = manifests.flatMap(({ path, folder, facts }) =>
    (facts.ecosystem === 'image' && ASIDE.test(folder) ? [] : (facts.entryPoints ?? [])).map(
      ({ kind, name, target, isCommand = false }): EntryPoint => {
        const line = redact(withoutVariables(target))
        return { kind, name, target: isCommand ? line : sourceOf(inventory, { folder, target }), from: path }
      },
    ),
  )
  const isServed = manifests.some(({ facts }) =>
    (facts.dependencies ?? []).some((name) => SERVING.test(name)),
  )
  const gems = manifests.filter(({ name }) => name.endsWith('.gemspec')).map(({ folder }) => folder)
  const lying = inventory.files.flatMap((file) => {
    if (file.role !== 'source' || (!isServed && SERVED.test(file.name))) return []
    const kind = customOf(file) ?? (isBesideManifest(file, { inventory, gems }) ? 'program' : null)
    if (kind === null || !beginsThere(file, read)) return []
    return [{ kind, name: null, target: file.path, from: file.path }]
  })
  const seen = new Set<string>()
  return [...told, ...scriptsInReadme(inventory, read), ...lying]
    .filter(({ target, from }) => !/^(null|undefined|)$/.test(target) && !TRIAL.test(from))
    .filter(({ kind, target }) => kind !== 'library' || !BUILT.test(target) || inventory.has(target))
    .sort(byDepth)
    .filter(({ target }) => !seen.has(target) && seen.add(target))
    .slice(0, ENTRY_POINTS_MAX)
}

const ENTRY_POINTS_MAX = 24

/** What tries the project out is not where it begins. */
const TRIAL = /(^|\/)(fuzz|bench(es|marks?)?|([\w-]+-)?tests?-[\w-]+)\//

/** A container to work in is not what is made here. */
const ASIDE = /(^|\/)(scripts?|tools?|hack|ci|dev|build|tests?|\.[\w-]+)(\/|$)/

/** A class of that name begins a program where one of these starts it; elsewhere it is any class. */
const SERVED = /Application\.(java|kt)$/
const SERVING = /spring|quarkus|micronaut|ktor|dropwizard|helidon|vertx|android|jakarta/i

/** Where a name is that of many other things, too, only what is written there shows that something begins. */
function beginsThere({ name, path }: InventoryFile, read: Searched['read']): boolean {
  const proof = PROOFS.find(({ shape }) => shape.test(name))?.begins
  return proof === undefined || proof.test(read(path) ?? '')
}

const PROOFS: readonly { readonly shape: RegExp; readonly begins: RegExp }[] = [
  { shape: /^(wsgi|asgi)\.py$/, begins: /^(application|app)\b\s*[:=]/m },
  { shape: /\.go$/, begins: /^package main\b/m },
  {
    shape: SERVED,
    begins:
      /\bfun main\s*\(|\bvoid main\s*\(|@SpringBootApplication|\bextends\s+(\w+\.)?\w*Application\b|:\s*(\w+\.)*\w*Application\(/,
  },
]

/** What a module of Go starts with, and what a gem lets people type. */
function isBesideManifest(
  { name, folder }: InventoryFile,
  { inventory, gems }: { inventory: Inventory; gems: readonly string[] },
): boolean {
  if (name === 'main.go') return inventory.has(folderBelow(folder, 'go.mod'))
  return gems.some((gem) => folder === folderBelow(gem, 'exe')) && !name.startsWith('.')
}

function byDepth(one: EntryPoint, other: EntryPoint): number {
  return depthOf(one.from) - depthOf(other.from) || rankOf(one) - rankOf(other)
}

/** A file that lies somewhere by custom says the same as one that a manifest names. */
function rankOf({ kind }: EntryPoint): number {
  return ['program', 'server', 'routes', 'library', 'container'].indexOf(kind)
}

/** What is built from a source that is here is shown as that source. */
function sourceOf(inventory: Inventory, { folder, target }: { folder: string; target: string }): string {
  const path = folderBelow(folder, target)
  if (inventory.has(path)) return path
  if (inventory.hasFolder(path)) return beginningIn(inventory, path)
  const inside = folderBelow('', target)
    .replace(/^(dist|lib|build|out|es|esm|cjs)\//, '')
    .replace(/^(esm|cjs|es|src)\//, '')
  const stem = inside.replace(/(\.d)?\.[cm]?[jt]sx?$/, '')
  const places = [`src/${stem}`, stem, `lib/${stem}`, `src/${stem}/index`]
  const candidates = places.flatMap((place) =>
    ['ts', 'tsx', 'mts', 'js', 'mjs'].map((end) => folderBelow(folder, `${place}.${end}`)),
  )
  const beginnings = BUILT.test(target)
    ? ['ts', 'tsx', 'js'].map((end) => folderBelow(folder, `src/index.${end}`))
    : []
  return [...candidates, ...beginnings].find((candidate) => inventory.has(candidate)) ?? path
}

/** Where a build puts what it makes of several files, it mostly begins at the index. */
const BUILT = /(^|\/)(dist|build|out)\//

/** Where a folder is what is started, the file in it that starts by custom. */
function beginningIn(inventory: Inventory, folder: string): string {
  const name = folder.slice(folder.lastIndexOf('/') + 1)
  const files = ['main', name, 'entrypoint', 'App', `${name}App`].map((stem) => `${folder}/${stem}.swift`)
  return files.find((file) => inventory.has(file)) ?? folder
}

/** Values of variables are nobody's business, and those before a command are no part of it. */
function withoutVariables(command: string): string {
  return command
    .replace(/^(?:[A-Z_][A-Z\d_]*=(?:"[^"]*"|'[^']*'|\S+)\s+)+/, '')
    .replace(/\b([A-Z_][A-Z\d_]*)=("[^"]*"|'[^']*'|\S+)/g, '$1=…')
    .slice(0, COMMAND_MAX)
}

const COMMAND_MAX = 160

/** Whether a program may begin in a file, by its name and place. */
export function mayBegin({ path, name, ...file }: InventoryFile): boolean {
  return customOf({ path, name, ...file }) !== null || name === 'main.go' || /(^|\/)exe\//.test(path)
}

function customOf({ path }: InventoryFile): EntryPoint['kind'] | null {
  return ANY_CUSTOM.test(path) ? (CUSTOMS.find(({ shape }) => shape.test(path))?.kind ?? null) : null
}

const CUSTOMS: readonly { readonly kind: EntryPoint['kind']; readonly shape: RegExp }[] = [
  { kind: 'program', shape: /(^|\/)(__main__|manage)\.py$/ },
  {
    kind: 'program',
    shape:
      /^main\.go$|^([\w.-]+\/)?cmd\/([\w-]+\/)?main\.go$|^([\w.-]+\/)?cmd\/[\w-]*?(?<name>[\w-]+)\/\k<name>\.go$/,
  },
  { kind: 'program', shape: /(^|\/)src\/(main|bin\/[\w-]+|bin\/[\w-]+\/main)\.rs$/ },
  { kind: 'program', shape: /(^|\/)(Program\.(cs|fs)|MainActivity\.(kt|java)|main\.dart)$/ },
  { kind: 'server', shape: /(^|\/)\w*Application\.(java|kt)$/ },
  {
    kind: 'server',
    shape: /^(\w+\/){0,2}(wsgi|asgi)\.py$|^config\.ru$|(^|\/)lib\/\w+\/application\.ex$/,
  },
  { kind: 'server', shape: /^(artisan|public\/index\.php)$/ },
  {
    kind: 'routes',
    shape:
      /^config\/routes\.rb$|^routes\/(web|api)[\w.]*\.php$|(^|\/)lib\/\w+_web\/router\.ex$|^config\/routes\.ya?ml$/,
  },
  { kind: 'library', shape: /(^|\/)src\/lib\.rs$/ },
  {
    kind: 'program',
    shape:
      /^(src\/)?(main|index|app|server)\.(tsx?|jsx?|mjs)$|^src\/app\/layout\.tsx$|^(src\/)?app\/layout\.tsx$/,
  },
]

/** One look for the many files that are none of these. */
const ANY_CUSTOM = new RegExp(CUSTOMS.map(({ shape }) => shape.source).join('|'))
