import { dirname, extname, isAbsolute, join, resolve } from 'node:path'
import { isWithin } from '#kit/confine.ts'
import type { Cut, LoadedVia, UnloadedFile } from '#words/instructions.ts'
import type { Place } from '#words/place.ts'
import { explainRefusal, HOPS_MAX, type Refusal } from './explain-refusal.ts'
import type { Mention } from './find-mentions.ts'
import { IMPORTABLE_EXTENSIONS } from './importable-extensions.ts'
import { openFile } from './open-file.ts'
import { readText } from './read-text.ts'
import type { ClaudeSettings } from './settings.ts'

/** One moment of loading, the start or the touch of a folder: what holds for every file of it. */
export type Loading = {
  readonly place: Place
  readonly settings: ClaudeSettings
  /** The real paths that were opened, so that none is opened twice. */
  readonly seen: Set<string>
}

/** A file that Claude Code looks for by itself. */
export type SoughtFile = {
  readonly path: string
  readonly via: LoadedVia
  /** True for the user's own files, which may import from anywhere. */
  readonly mayLeave: boolean
}

export type ReadFile = {
  readonly path: string
  readonly realPath: string
  readonly via: LoadedVia
  readonly bytes: number
  readonly text: string
  readonly dropped: Cut | null
  /** The patterns of its front matter, which count in rules alone. */
  readonly paths: readonly string[] | null
}

export type FileTree = { readonly files: readonly ReadFile[]; readonly unloaded: readonly UnloadedFile[] }

/** A file and behind it all that it imports, depth first, in the order in which the model sees them. */
export function loadTree(sought: SoughtFile, loading: Loading): FileTree {
  const files: ReadFile[] = []
  const unloaded: UnloadedFile[] = []
  const visit = (step: Step): void => {
    const reached = reach(step, loading)
    if (reached.kind === 'seen') return
    if (reached.kind === 'refused') {
      unloaded.push(...explainRefusal({ ...step, refusal: reached.refusal, place: loading.place }))
      return
    }
    const { file, mentions } = reached
    files.push(file)
    for (const mention of mentions) {
      const from = dirname(file.realPath)
      visit({
        path: resolveWord(mention.word, { from, home: loading.place.home }),
        via: { kind: 'import', from: file.path, line: mention.line },
        mayLeave: step.mayLeave,
        mention,
        hops: step.hops + 1,
      })
    }
  }
  visit({ ...sought, mention: null, hops: 0 })
  return { files, unloaded }
}

type Step = SoughtFile & {
  /** The words that led here, if the file is imported. */
  readonly mention: Mention | null
  readonly hops: number
}

type Reached =
  | { readonly kind: 'seen' }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'read'; readonly file: ReadFile; readonly mentions: readonly Mention[] }

/** A file counts as seen once it is read, even if nothing is left of it. */
function reach(step: Step, loading: Loading): Reached {
  const opened = openFile(step.path)
  if (opened.kind !== 'file') return { kind: 'refused', refusal: opened.kind }
  const { realPath, bytes } = opened
  if (loading.seen.has(realPath)) return { kind: 'seen' }
  const refusal = refusalOf({ ...step, realPath }, loading)
  if (refusal !== null) return { kind: 'refused', refusal }
  loading.seen.add(realPath)
  const { text, mentions, paths, dropped } = readText(bytes)
  if (text === '') return { kind: 'refused', refusal: 'blank' }
  const { path, via } = step
  return { kind: 'read', file: { path, realPath, via, bytes: bytes.length, text, paths, dropped }, mentions }
}

function refusalOf(step: Step & { readonly realPath: string }, { place, settings }: Loading): Refusal | null {
  const { path, realPath, mention, hops, mayLeave } = step
  const isFree = mention === null || mayLeave || settings.mayImportFromOutside
  if (!isFree && !isWithin(place.cwd, realPath)) return 'outside'
  if (hops > HOPS_MAX) return 'too-deep'
  if (settings.isExcluded(path)) return 'excluded'
  const extension = extname(path).slice(1).toLowerCase()
  return extension === '' || IMPORTABLE_EXTENSIONS.has(extension) ? null : 'not-text'
}

/** An import is relative to where its file really lies: behind a link, to the folder of the link's target. */
function resolveWord(word: string, { from, home }: { from: string; home: string }): string {
  if (word.startsWith('~/')) return join(home, word.slice(2))
  return isAbsolute(word) ? resolve(word) : resolve(from, word)
}
