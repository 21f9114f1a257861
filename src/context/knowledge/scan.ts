import type { Tree } from '#context/code/walk/list-tree.ts'
import { hearSignal } from '#context/hear-signal.ts'
import { Fault } from '#words/fault.ts'
import type { Described, DescribedFile } from './documents/describe-file.ts'
import { moduleOf } from './documents/describe-module.ts'
import type { Embedder } from './embedder.ts'
import type { KnowledgeDocument, KnowledgeStore } from './knowledge-store.ts'
import { type Repository, readRepository } from './read-repository.ts'

export type ScanRequest = {
  readonly root: string
  readonly tree: Tree
  /** Where what was parsed is kept; null to keep nothing. */
  readonly cache: string | null
  readonly store: KnowledgeStore
  readonly embedder: Embedder | null
  readonly mode: 'full' | 'incremental'
  /** Contents that turned out to be no text before: they need not be looked at again. */
  readonly unfit: ReadonlySet<string>
  /** Modules that are to be written anew whatever is there: a scan that was killed may have seen another tree. */
  readonly doubtful: readonly string[]
  /** Hears which modules will be written, before the first is. */
  readonly onModules: (modules: readonly string[]) => void
  readonly signal: AbortSignal
  /** Hears how far it is. */
  readonly onProgress: (progress: { readonly done: number; readonly of: number }) => void
  /** Sees the repository before it is closed, and the files of each module. */
  readonly onRepository?: OnRepository
}

export type OnRepository = (repository: Repository, modules: ReadonlyMap<string, readonly string[]>) => void

export type Scan = {
  readonly mode: 'full' | 'incremental'
  /** The commit that was checked out; null where there is none. */
  readonly commit: string | null
  /** Files that were looked at: those that can be found. */
  readonly files: number
  /** Files whose documents were written anew. */
  readonly changed: number
  /** Files that are no longer there, and whose documents were taken out. */
  readonly deleted: number
  /** Files that somebody changed meanwhile: they are left to the next scan. */
  readonly moved: number
  /** Definitions that can be found now. */
  readonly symbols: number
  /** Pairs of files of which one needs the other. */
  readonly dependencies: number
  /** Contents that are no text. */
  readonly unfit: readonly string[]
}

/**
 * Brings the store up to date with the tree. A file whose content, needs and makers are those that the store has is left alone.
 *
 * Whenever it is killed, the next scan completes it: modules come first, since only a file that is not in makes anybody look at
 * its module again; and a file is put in by name before its definitions are, so that one that has no end is seen to have none,
 * and nothing of it can stay when it is deleted meanwhile.
 */
export async function scan(request: ScanRequest): Promise<Scan> {
  const { store, tree, mode, signal } = request
  const repository = await readRepository({ ...request, embedder: request.embedder?.identity ?? null })
  try {
    const known = await store.files()
    const { stale, gone, modules, unfit, moved } = compare(repository, { ...request, known })
    const write = startWriting(request)
    const touched = new Set([...[...gone, ...stale].map(moduleOf), ...request.doubtful])
    if (touched.size > 0) request.onModules([...touched])
    await writeModules({ repository, modules, touched, known, write }, store)
    await inBatches(gone, async (paths) => store.deleteFiles(paths))
    let changed = 0
    let done = 0
    for (const paths of batchesOf(stale, FILES_MAX)) {
      await hearSignal(signal)
      const files = paths.flatMap((path) => repository.describeFile(path) ?? [])
      await writeFiles({ files, known, write }, store)
      changed += files.length
      done += paths.length
      request.onProgress({ done, of: stale.length })
    }
    request.onRepository?.(repository, modules)
    const { documents: symbols } = await store.search({ terms: new Map(), most: 0, kinds: ['symbol'] })
    return {
      mode,
      commit: tree.head,
      files: [...modules.values()].reduce((sum, paths) => sum + paths.length, 0),
      changed,
      deleted: gone.length,
      moved: moved + stale.length - changed,
      symbols,
      dependencies: repository.dependencies,
      unfit,
    }
  } finally {
    repository.close()
  }
}

type Difference = {
  /** Files whose documents are to be written. */
  readonly stale: readonly string[]
  /** Files whose documents are to be taken out: they are not there, or no text any more. */
  readonly gone: readonly string[]
  /** By module, its files: of those that can be found. */
  readonly modules: ReadonlyMap<string, readonly string[]>
  readonly unfit: readonly string[]
  readonly moved: number
}

function compare(
  { contents, lookAt }: Repository,
  {
    known,
    mode,
    unfit: before,
  }: Pick<ScanRequest, 'mode' | 'unfit'> & { known: ReadonlyMap<string, string> },
): Difference {
  const stale: string[] = []
  const modules = new Map<string, string[]>()
  const unfit = new Set<string>()
  let moved = 0
  const isFit = (path: string, content: string): boolean => {
    if (mode === 'incremental' && known.get(path) === content) return true
    if (mode === 'incremental' && before.has(content)) {
      unfit.add(content)
      return false
    }
    switch (lookAt(path)) {
      case 'text':
        stale.push(path)
        return true
      case 'unfit':
        unfit.add(content)
        return false
      case 'moved':
        moved += 1
        return known.has(path)
    }
  }
  const fit = new Set<string>()
  for (const [path, content] of contents) {
    if (!isFit(path, content)) continue
    fit.add(path)
    const files = modules.get(moduleOf(path))
    if (files === undefined) modules.set(moduleOf(path), [path])
    else files.push(path)
  }
  const gone = [...known.keys()].filter((path) => !fit.has(path))
  return { stale, gone, modules, unfit: [...unfit], moved }
}

/** So many are in memory at once, and so many are begun anew by who is killed. */
const FILES_MAX = 200
const PATHS_MAX = 1000

type Write = (described: readonly Described[]) => Promise<void>

function startWriting({ store, embedder, signal }: ScanRequest): Write {
  return async (described) => {
    if (described.length === 0) return
    if (embedder === null) return store.index(described.map(({ document }) => document))
    const texts = described.map(({ text }) => text)
    const vectors = await embedder.embed(texts, { as: 'document', signal })
    if (vectors.length !== texts.length)
      throw miscounted(embedder, { given: vectors.length, texts: texts.length })
    await store.index(
      described.map(({ document }, place) => ({ ...document, vector: vectors[place] ?? null })),
    )
  }
}

/** Nobody could say which text which of them is of. */
function miscounted({ identity }: Embedder, { given, texts }: { given: number; texts: number }): Fault {
  return new Fault({
    kind: 'user',
    code: 'embedder-failed',
    message: `\`${identity}\` gave ${given} vectors for ${texts} texts.`,
    hint: 'keel search "words" --no-scan',
  })
}

type ModuleWork = {
  readonly repository: Repository
  readonly modules: ReadonlyMap<string, readonly string[]>
  /** Modules with files that are not what they were, or may not be. */
  readonly touched: ReadonlySet<string>
  readonly known: ReadonlyMap<string, string>
  readonly write: Write
}

async function writeModules(
  { repository, modules, touched, known, write }: ModuleWork,
  store: KnowledgeStore,
): Promise<void> {
  const gone = [...touched, ...[...known.keys()].map(moduleOf)].filter((module) => !modules.has(module))
  await inBatches([...new Set(gone)], async (paths) => store.deleteFiles(paths))
  await inBatches(
    [...touched].filter((module) => modules.has(module)),
    async (names) => write(names.map((name) => repository.describeModule(name, modules.get(name) ?? []))),
  )
}

type FileWork = {
  readonly files: readonly DescribedFile[]
  readonly known: ReadonlyMap<string, string>
  readonly write: Write
}

async function writeFiles({ files, known, write }: FileWork, store: KnowledgeStore): Promise<void> {
  const old = files.map(({ file }) => file.document.path).filter((path) => known.has(path))
  if (old.length > 0) await store.deleteFiles(old)
  await store.index(files.map(({ file }) => begun(file.document)))
  await write(files.flatMap(({ symbols }) => symbols))
  await write(files.map(({ file }) => file))
}

/** The name of a file, and nothing that it could be found by. */
function begun(document: KnowledgeDocument): KnowledgeDocument {
  const terms = { path: '', symbols: '', signatures: '', documentation: '', body: '' }
  return { ...document, content: UNFINISHED, terms, vector: null }
}

/** No content has this name. */
const UNFINISHED = 'unfinished'

async function inBatches(all: readonly string[], work: (some: string[]) => Promise<void>): Promise<void> {
  for (const some of batchesOf(all, PATHS_MAX)) await work(some)
}

function* batchesOf(all: readonly string[], size: number): Generator<string[]> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size)
}
