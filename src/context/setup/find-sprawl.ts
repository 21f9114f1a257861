import { join } from 'node:path'
import { namesIn } from '#kit/files.ts'

/** A file that other loops and older habits leave in a repository, and what does its job here. */
export type Sprawl = { readonly path: string; readonly replacedBy: string }

/** Looks where such files are kept: the root, and the folders of the loops that make them. */
export function findSprawl(root: string): Sprawl[] {
  return ['', '.ralph', '.agent'].flatMap((folder) =>
    namesIn(join(root, folder)).flatMap((name) => {
      const replacedBy = REPLACEMENTS[name.toLowerCase().replace(/^@/, '')]
      return replacedBy === undefined
        ? []
        : [{ path: folder === '' ? name : `${folder}/${name}`, replacedBy }]
    }),
  )
}

/** By lower-case name: the same file is written in every case. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  'progress.txt':
    'Progress belongs to its task: notes in `.keel/tasks/<id>.md`, attempts in `.keel/ledger/`.',
  'progress.md': 'Progress belongs to its task: notes in `.keel/tasks/<id>.md`, attempts in `.keel/ledger/`.',
  'prompt.md': 'The loop’s prompt is `.keel/runloop.md`. Move what is particular to this project there.',
  'agent.md': 'Hosts read AGENTS.md, with an S. Move the text there, outside keel’s markers.',
  'guardrails.md':
    'Principles go into `.keel/constitution.md`; what must never happen becomes a guard in `.keel/guards/`.',
  'fix_plan.md': 'Each open point becomes a task of its own, `.keel/tasks/<id>.md`.',
  'implementation_plan.md': 'Each step becomes a task of its own, `.keel/tasks/<id>.md`.',
  '.cursorrules':
    'Cursor reads AGENTS.md and `.cursor/rules/`. Move the text to AGENTS.md, outside keel’s markers.',
}
