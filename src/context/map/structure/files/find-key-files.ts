import { manifestKindOf } from '../manifests/all.ts'
import type { KeyFile, KeyFileKind } from '../structure.ts'
import { depthOf, type Inventory } from './take-inventory.ts'

/** The few files that one should have seen, by how soon one wants them. A folder of many such files stands for them. */
export function findKeyFiles(inventory: Inventory): KeyFile[] {
  const found = new Map<string, { file: KeyFile; rank: number; depth: number }>()
  for (const { path, folder } of inventory.files) {
    if (folder !== '' && !isAsked(inventory, folder)) continue
    const rank = KEYS.findIndex(({ shape }) => shape.test(path))
    const key = KEYS[rank]
    if (key !== undefined) {
      const shown =
        key.isFolder === true ? path.slice(0, path.search(key.shape) + folderEnd(path, key.shape)) : path
      if (!found.has(shown))
        found.set(shown, { file: { path: shown, kind: key.kind }, rank, depth: depthOf(folder) })
    } else if (folder === '' && isManifest(path)) {
      found.set(path, { file: { path, kind: 'manifest' }, rank: MANIFEST_RANK, depth: 0 })
    }
  }
  const ordered = [...found.values()].sort(
    (one, other) =>
      one.rank - other.rank || one.depth - other.depth || (one.file.path < other.file.path ? -1 : 1),
  )
  return perKind(ordered.map(({ file }) => file)).slice(0, KEY_FILES_MAX)
}

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

function isAsked(inventory: Inventory, folder: string): boolean {
  if (folder.startsWith('.')) return true
  const role = inventory.roleOfFolder(folder)
  return role === 'source' || (role === 'documentation' && depthOf(folder) === 1)
}

/** Settings of editors and tools lie at the root too, and are not what is meant. */
function isManifest(path: string): boolean {
  return manifestKindOf(path) !== null && !path.startsWith('.') && !/^(biome|global)\.json/.test(path)
}

/** Where the name of the folder ends that stands for the files in it. */
function folderEnd(path: string, shape: RegExp): number {
  const matched = shape.exec(path)?.[0] ?? ''
  return matched.lastIndexOf('/') + 1
}

type Key = { readonly kind: KeyFileKind; readonly shape: RegExp; readonly isFolder?: true }

const KEYS: readonly Key[] = [
  { kind: 'overview', shape: /^README(\.\w+)?$/i },
  { kind: 'instructions', shape: /^(AGENTS|CLAUDE|GEMINI)\.md$|^\.github\/copilot-instructions\.md$/ },
  { kind: 'architecture', shape: /^(docs\/)?(ARCHITECTURE|DESIGN|GLOSSARY)(\.\w+)?$/i },
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
      /(^|\/)(db\/migrate|database\/migrations|priv\/repo\/migrations|prisma\/migrations|alembic\/versions|db\/migrations?|migrations)\//,
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

/** Beside those that the table names. */
const MANIFEST_RANK = KEYS.findIndex(({ kind }) => kind === 'manifest')
