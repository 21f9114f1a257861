import { join } from 'node:path'
import type { LoadedFile } from '#words/instructions.ts'
import { cutMemoryText } from './cut-text.ts'
import { openFile } from './open-file.ts'
import { readText } from './read-text.ts'
import type { ClaudeSettings } from './settings.ts'

/** What Claude Code has noted down about this project. Of its notes only the index is shown, and no imports. */
export function loadMemory({ userDirectory, checkout, readsMemory }: ClaudeSettings): LoadedFile[] {
  const slug = checkout.mainRoot.replaceAll(/[^A-Za-z0-9]/g, '-')
  const path = join(userDirectory, 'projects', slug, 'memory', 'MEMORY.md')
  const opened = readsMemory ? openFile(path) : null
  const read = opened?.kind === 'file' ? readText(opened.bytes) : null
  if (opened?.kind !== 'file' || read === null || read.text === '') return []
  const bytes = opened.bytes.length
  return [{ path, via: { kind: 'user' }, when: { kind: 'start' }, bytes, ...cutMemoryText(read.text) }]
}
