import { basename, dirname, extname, join } from 'node:path'
import { isWithin } from '#kit/confine.ts'
import { isFile, readIfReadable } from '#kit/files.ts'
import type { InstructionLoad, LoadedWhen } from '#words/instructions.ts'
import type { LoadRequest } from '../contract.ts'
import { filesBelow } from '../files-below.ts'
import { isRecognised, ruleFolderOf } from './is-recognised.ts'
import { loadRule } from './load-rule.ts'

/**
 * Cursor reads inside its workspace, which is the folder it is opened in. The order of the texts is not documented;
 * here they come in the order in which one overrules the next.
 */
export function loadInstructions({ place: { cwd: workspace }, candidates }: LoadRequest): InstructionLoad {
  const loads = [
    ...filesBelow(join(workspace, '.cursor', 'rules')).map((path) => loadTopRule(path, workspace)),
    loadWhole(join(workspace, '.cursorrules'), { kind: 'start' }),
    loadWhole(join(workspace, 'AGENTS.md'), { kind: 'start' }),
    passOverClaudeFile(join(workspace, 'CLAUDE.md')),
    ...candidates
      .filter((path) => isRecognised(path) && isFile(path))
      .map((path) => loadElsewhere(path, workspace)),
  ]
  const loaded = loads.flatMap((load) => load.loaded)
  return {
    loaded: [
      ...loaded.filter(({ when }) => when.kind === 'start'),
      ...loaded.filter(({ when }) => when.kind !== 'start'),
    ],
    unloaded: loads.flatMap(({ unloaded }) => unloaded),
  }
}

function loadTopRule(path: string, workspace: string): InstructionLoad {
  if (extname(path) === '.mdc') return loadRule({ path, folder: workspace, workspace })
  return extname(path) === '.md' ? ignored(path, 'In .cursor/rules Cursor reads only .mdc files.') : NOTHING
}

function passOverClaudeFile(path: string): InstructionLoad {
  return isFile(path) ? ignored(path, 'CLAUDE.md at the root is read by the Cursor CLI only.') : NOTHING
}

/** What comes with a folder below the workspace, and why the rest does not come. */
function loadElsewhere(path: string, workspace: string): InstructionLoad {
  const ruleFolder = ruleFolderOf(path)
  const folder = ruleFolder ?? dirname(path)
  if (folder === workspace) return NOTHING
  if (!isWithin(workspace, folder)) return ignored(path, 'Cursor reads nothing outside its workspace.')
  if (ruleFolder !== null) return loadRule({ path, folder, workspace })
  if (basename(path) === 'AGENTS.md') return loadWhole(path, { kind: 'directory', directory: folder })
  return ignored(path, 'Cursor reads .cursorrules only at the root of its workspace.')
}

/** A file without front matter. An `@` in it means nothing that is documented. */
function loadWhole(path: string, when: LoadedWhen): InstructionLoad {
  const bytes = readIfReadable(path)
  if (bytes === null) return NOTHING
  const text = bytes.toString('utf8')
  if (text.trim() === '') return ignored(path, 'It is empty.')
  const via = { kind: 'project' } as const
  return { loaded: [{ path, via, when, bytes: bytes.length, text, cut: null }], unloaded: [] }
}

const NOTHING: InstructionLoad = { loaded: [], unloaded: [] }

function ignored(path: string, because: string): InstructionLoad {
  return { loaded: [], unloaded: [{ path, kind: 'ignored', because }] }
}
