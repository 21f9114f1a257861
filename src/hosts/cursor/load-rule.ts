import { basename, relative, sep } from 'node:path'
import picomatch from 'picomatch'
import { isWithin } from '#kit/confine.ts'
import { readIfReadable } from '#kit/files.ts'
import type { InstructionLoad, LoadedWhen } from '#words/instructions.ts'
import { loadReferences } from './load-references.ts'
import { type Rule, readRule } from './rule.ts'

export type RuleFile = {
  readonly path: string
  /** The folder that holds `.cursor/rules`. Below the workspace, only files in there bring the rule in. */
  readonly folder: string
  readonly workspace: string
}

/** A rule, when it comes, and the files that it refers to. */
export function loadRule(file: RuleFile): InstructionLoad {
  const { path, workspace } = file
  const bytes = readIfReadable(path)
  if (bytes === null) return { loaded: [], unloaded: [] }
  const source = bytes.toString('utf8')
  const rule = readRule(source)
  if (rule.kind === 'malformed') return ignored(path, 'Its front matter is malformed: Cursor skips the rule.')
  if (rule.text.trim() === '') return ignored(path, 'It is empty.')
  const when = whenOf(rule, file)
  if (when === null) {
    const because = `It sets no alwaysApply, globs or description: only @${basename(path, '.mdc')} brings it in.`
    return ignored(path, because)
  }
  const via = { kind: 'project' } as const
  const loaded = { path, via, when, bytes: bytes.length, text: rule.text, cut: null }
  const references = loadReferences({ rule: loaded, source, workspace })
  return { loaded: [loaded, ...references.loaded], unloaded: references.unloaded }
}

function ignored(path: string, because: string): InstructionLoad {
  return { loaded: [], unloaded: [{ path, kind: 'ignored', because }] }
}

/** Null where nothing but its name brings it in. */
function whenOf(
  rule: Exclude<Rule, { kind: 'malformed' }>,
  { folder, workspace }: RuleFile,
): LoadedWhen | null {
  const isBelow = folder !== workspace
  switch (rule.kind) {
    case 'always':
      return isBelow ? { kind: 'directory', directory: folder } : { kind: 'start' }
    case 'matching': {
      const isMatch = picomatch([...rule.globs], { dot: true })
      const matches = (touched: string) =>
        isWithin(folder, touched) && isMatch(relative(workspace, touched).split(sep).join('/'))
      return { kind: 'match', globs: rule.globs, matches }
    }
    case 'described':
      return { kind: 'asked' }
    case 'manual':
      // Of a rule below the workspace the documentation says that it comes with the files of its folder.
      return isBelow ? { kind: 'directory', directory: folder } : null
  }
}
