import { join } from 'node:path'
import { isOfMainCheckoutOnly } from './checkout.ts'
import { openFile } from './open-file.ts'
import { ownFiles } from './own-files.ts'
import { readText } from './read-text.ts'
import type { ClaudeSettings } from './settings.ts'

/** What keeps Claude Code from reading AGENTS.md files: its own instruction file with text in it, or a setting. */
export type Silencer = { readonly kind: 'file'; readonly path: string } | { readonly kind: 'setting' }

/**
 * One file of Claude Code's own with text in it, in any of these folders, and no AGENTS.md of theirs is read. The
 * user's file does not count, even if its folder is among these; rules do not count either.
 */
export function findSilencer(folders: readonly string[], settings: ClaudeSettings): Silencer | null {
  if (!settings.readsAgentsFiles) return { kind: 'setting' }
  const userFile = join(settings.userDirectory, 'CLAUDE.md')
  const path = folders
    .flatMap((folder) => {
      const { claude, dotClaude, local } = ownFiles(folder)
      return isOfMainCheckoutOnly(folder, settings.checkout) ? [local] : [claude, dotClaude, local]
    })
    .find((own) => own !== userFile && !settings.isExcluded(own) && hasText(own))
  return path === undefined ? null : { kind: 'file', path }
}

function hasText(path: string): boolean {
  const opened = openFile(path)
  return opened.kind === 'file' && readText(opened.bytes).text !== ''
}
