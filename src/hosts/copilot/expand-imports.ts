import { realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import type { InstructionLoad, LoadedFile, UnloadedFile } from '#words/instructions.ts'
import { explainMention } from './explain-mention.ts'
import { findMentions, type Mention } from './find-mentions.ts'
import { decode } from './read-text.ts'
import { resolveMention } from './resolve-mention.ts'
import { spokenPath, type Workspace } from './workspace.ts'

type ImportRules = { readonly importRoot: string; readonly workspace: Workspace }

/**
 * A file with all that it imports, each as a file of its own. Copilot CLI puts the imported text behind the word
 * that names it, which stays. Each file comes once, and all share one budget, spent in the order of the text.
 */
export function expandImports(top: LoadedFile, { importRoot, workspace }: ImportRules): InstructionLoad {
  const loaded = [top]
  const unloaded: UnloadedFile[] = []
  const seen = new Set([realpathSync(top.path)])
  let room = BYTES_MAX
  const follow = (mention: Mention, { file, hops }: { file: LoadedFile; hops: number }): void => {
    const from = { directory: dirname(file.path), importRoot, home: workspace.home }
    const at = `${spokenPath(file.path, workspace)}:${mention.line}`
    const found = resolveMention(mention.name, from)
    if (found.kind !== 'file') {
      unloaded.push(...explainMention({ mention, found, from, at }))
      return
    }
    const { path, bytes } = found
    if (seen.has(path)) return
    const limit = limitReached({ hops, files: seen.size - 1, bytes: bytes.length, room })
    if (limit !== null) {
      unloaded.push({ path, kind: 'cut', because: `${at} imports it, but Copilot CLI ${limit}.` })
      return
    }
    seen.add(path)
    room -= bytes.length
    const via = { kind: 'import', from: file.path, line: mention.line } as const
    const imported = { ...top, path, via, bytes: bytes.length, text: decode(bytes) }
    loaded.push(imported)
    for (const next of findMentions(imported.text)) follow(next, { file: imported, hops: hops + 1 })
  }
  for (const mention of findMentions(top.text)) follow(mention, { file: top, hops: 1 })
  // What a limit cut on one way may have come in on another.
  return { loaded, unloaded: unloaded.filter(({ path, kind }) => kind !== 'cut' || !seen.has(path)) }
}

const HOPS_MAX = 8
const FILES_MAX = 64
const BYTES_MAX = 512 * 1024

/** How Copilot CLI goes about the limit that keeps this import out. */
function limitReached({
  hops,
  files,
  bytes,
  room,
}: {
  hops: number
  files: number
  bytes: number
  room: number
}): string | null {
  if (hops > HOPS_MAX) return `follows imports only ${HOPS_MAX} files deep`
  if (files >= FILES_MAX) return `imports at most ${FILES_MAX} files into one`
  if (bytes > room) return `imports at most ${BYTES_MAX} bytes into one file, and this no longer fits`
  return null
}
