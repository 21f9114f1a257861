import { realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isWithin } from '#kit/confine.ts'
import { namesIn } from '#kit/files.ts'
import type { UnloadedFile } from '#words/instructions.ts'
import type { Loading } from './load-tree.ts'

type RulesFolder = { readonly rules: string; readonly mayLeave: boolean }

/**
 * The Markdown files of a rules folder, at any depth. Claude Code takes them in the raw order of the directory,
 * which differs between machines; here they are sorted. A link counts as what it leads to, under the name of that,
 * and must not lead outside.
 */
export function findRules(
  { rules, mayLeave }: RulesFolder,
  { place, settings }: Loading,
): { files: string[]; unloaded: UnloadedFile[] } {
  const files: string[] = []
  const unloaded: UnloadedFile[] = []
  const entered = new Set<string>()
  const isFree = mayLeave || settings.mayImportFromOutside
  const enter = (directory: string): void => {
    if (entered.has(directory)) return
    entered.add(directory)
    for (const { path, realPath, isRule } of entriesOf(directory)) {
      if (realPath !== path && !isFree && !isWithin(place.cwd, realPath)) {
        unloaded.push({ path, kind: 'ignored', because: `It is a link that leads outside ${place.cwd}.` })
      } else if (isRule) files.push(realPath)
      else enter(realPath)
    }
  }
  enter(rules)
  return { files, unloaded }
}

type RuleEntry = { readonly path: string; readonly realPath: string; readonly isRule: boolean }

/** The rules in a directory, and the directories. One that cannot be read holds nothing for the program either. */
function entriesOf(directory: string): RuleEntry[] {
  try {
    return namesIn(directory).flatMap((name) => entryAt(join(directory, name)))
  } catch {
    return []
  }
}

/** A link that leads nowhere, or in a circle, is no entry. */
function entryAt(path: string): RuleEntry[] {
  try {
    const realPath = realpathSync(path)
    const stats = statSync(realPath)
    const isRule = stats.isFile() && path.endsWith('.md')
    return isRule || stats.isDirectory() ? [{ path, realPath, isRule }] : []
  } catch {
    return []
  }
}
