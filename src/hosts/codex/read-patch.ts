import type { Action } from '#words/action.ts'
import { pathFrom } from '../parse-hook.ts'

/**
 * What a text with a patch in it would do: one action per heading. Null where it holds no patch, or one that names no
 * file. Lines are trimmed before they are read, as Codex does; a line too many that is taken for a heading denies too
 * much and lets nothing through.
 */
export function readPatch(text: string, cwd: string): readonly Action[] | null {
  const lines = text.split('\n')
  const start = lines.findIndex((line) => line.trim().endsWith('*** Begin Patch'))
  if (start === -1) return null
  const parts: Part[] = []
  for (const line of lines.slice(start + 1)) {
    const heading = /^\*\*\* (Add File|Update File|Delete File|Move to):(.*)$/.exec(line.trim())
    if (heading !== null) parts.push({ does: heading[1] ?? '', path: (heading[2] ?? '').trim(), added: [] })
    else if (line.startsWith('+')) parts.at(-1)?.added.push(line.slice(1))
  }
  const actions = parts.flatMap((part) => actionOf(part, cwd) ?? [])
  return actions.length === parts.length && actions.length > 0 ? actions : null
}

type Part = { readonly does: string; readonly path: string; readonly added: string[] }

function actionOf({ does, path: spelled, added }: Part, cwd: string): Action | null {
  const path = pathFrom(cwd, spelled)
  if (path === null) return null
  return does === 'Delete File' ? { kind: 'remove', path } : { kind: 'write', path, text: added.join('\n') }
}
