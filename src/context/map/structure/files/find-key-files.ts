import { manifestKindOf } from '../manifests/all.ts'
import type { KeyFile, KeyFileKind } from '../structure.ts'
import { depthOf, type Inventory, type InventoryFile } from './take-inventory.ts'

/** The few files that one should have seen, by how soon one wants them. A folder of many such files stands for them. */
export function findKeyFiles(inventory: Inventory): KeyFile[] {
  const found = new Map<string, Ranked>()
  for (const file of inventory.files) {
    const key = keyOf(file)
    if (key === null || found.has(key.file.path)) continue
    if (file.folder === '' || isAsked(inventory, file.folder)) found.set(key.file.path, key)
  }
  const ordered = [...found.values()].sort(
    (one, other) =>
      one.rank - other.rank || one.depth - other.depth || (one.file.path < other.file.path ? -1 : 1),
  )
  return perKind(ordered.map(({ file }) => file)).slice(0, KEY_FILES_MAX)
}

type Ranked = { readonly file: KeyFile; readonly rank: number; readonly depth: number }

const KEY_FILES_MAX = 24
const PER_KIND_MAX: Partial<Record<KeyFileKind, number>> = {
  manifest: 8,
  schema: 4,
  migrations: 3,
  ci: 2,
  container: 2,
  instructions: 4,
  guide: 3,
}
const OTHERS_MAX = 3

function perKind(files: readonly KeyFile[]): KeyFile[] {
  const counts = new Map<KeyFileKind, number>()
  return files.filter(({ kind }) => {
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return count <= (PER_KIND_MAX[kind] ?? OTHERS_MAX)
  })
}

/** Whether it would be one where it is asked for. */
export function isKeyFile(file: InventoryFile): boolean {
  return keyOf(file) !== null
}

function keyOf({ path, folder }: InventoryFile): Ranked | null {
  const rank = ANY_KEY.test(path) ? KEYS.findIndex(({ shape }) => shape.test(path)) : -1
  const key = KEYS[rank]
  if (key !== undefined) {
    const shown = key.isFolder === true ? folderOf(path, key.shape) : path
    return { file: { path: shown, kind: key.kind }, rank, depth: depthOf(folder) }
  }
  if (folder !== '' || !isManifest(path)) return null
  return { file: { path, kind: 'manifest' }, rank: MANIFEST_RANK, depth: 0 }
}

/** The folder that stands for the files in it. */
function folderOf(path: string, shape: RegExp): string {
  const { index = 0, 0: matched = '' } = shape.exec(path) ?? {}
  return path.slice(0, index + matched.lastIndexOf('/') + 1)
}

function isAsked(inventory: Inventory, folder: string): boolean {
  if (folder.startsWith('.')) return true
  const role = inventory.roleOfFolder(folder)
  return role === 'source' || (role === 'documentation' && depthOf(folder) === 1)
}

/** Settings of editors and tools lie at the root too, and are not what is meant. */
function isManifest(path: string): boolean {
  return manifestKindOf(path) !== null && !path.startsWith('.') && !/^(biome|global)\.json/.test(path)
}

type Key = { readonly kind: KeyFileKind; readonly shape: RegExp; readonly isFolder?: true }

const KEYS: readonly Key[] = [
  { kind: 'overview', shape: /^README(\.\w+)?$/i },
  { kind: 'instructions', shape: /^(AGENTS|CLAUDE|GEMINI)\.md$|^\.github\/copilot-instructions\.md$/ },
  { kind: 'architecture', shape: /^(docs\/)?ARCHITECTURE(\.\w+)?$|^(DESIGN|GLOSSARY)\.\w+$/i },
  { kind: 'guide', shape: /^(\.github\/|docs\/)?(CONTRIBUTING|DEVELOPMENT|HACKING|DEVELOPING)(\.\w+)?$/i },
  { kind: 'automation', shape: /^((GNUm|M|m)akefile|[Jj]ustfile|\.justfile|[Tt]askfile\.ya?ml|Rakefile)$/ },
  { kind: 'ci', shape: /^\.github\/workflows\/[^/]+\.ya?ml$/, isFolder: true },
  {
    kind: 'ci',
    shape:
      /^(\.gitlab-ci\.ya?ml|\.circleci\/config\.yml|azure-pipelines\.ya?ml|Jenkinsfile|\.travis\.yml|\.buildkite\/pipeline\.ya?ml)$/,
  },
  {
    kind: 'manifest',
    shape: /^(MODULE\.bazel|CMakeLists\.txt|meson\.build|Package\.swift|setup\.py|pubspec\.yaml|flake\.nix)$/,
  },
  {
    kind: 'schema',
    shape:
      /(^|\/)(schema\.prisma|db\/schema\.rb|db\/structure\.sql|schema\.(graphql|gql|sql)|(openapi|swagger)[\w.-]*\.(ya?ml|json))$/,
  },
  {
    kind: 'migrations',
    shape:
      /(^|\/)(db\/migrate|database\/migrations|priv\/repo\/migrations|prisma\/migrations|alembic\/versions|migrations\/(?=[A-Za-z]{0,8}_?\d))\/?[^/]+\.(py|rb|sql|php|exs|ts|js|go|cs)$/,
    isFolder: true,
  },
  { kind: 'container', shape: /^(Dockerfile|Containerfile|(docker-)?compose\.ya?ml)$/ },
  {
    kind: 'settings',
    shape:
      /^(tsconfig\.json|config\/application\.rb|config\/config\.exs|\.env\.example)$|(^|\/)src\/main\/resources\/application\.(ya?ml|properties)$/,
  },
  { kind: 'owners', shape: /^(\.github\/|docs\/)?(CODEOWNERS|OWNERS)$/ },
  { kind: 'licence', shape: /^(LICEN[CS]E|COPYING)([-.]\w+)?$/i },
]

const ANY_KEY = new RegExp(KEYS.map(({ shape }) => shape.source).join('|'), 'i')

/** Beside those that the table names. */
const MANIFEST_RANK = KEYS.findIndex(({ kind }) => kind === 'manifest')
