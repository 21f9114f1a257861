import { resolve } from 'node:path'
import * as z from 'zod'
import { allFormats } from '#loop/tasks/import/all-formats.ts'
import { IMPORT_FORMATS, type ImportFormatName, type NotUnderstood } from '#loop/tasks/import/contract.ts'
import { type FoundSource, findSources } from '#loop/tasks/import/find-sources.ts'
import { sourcePrefix } from '#loop/tasks/import/origin.ts'
import { type DraftSource, planImport } from '#loop/tasks/import/plan-import.ts'
import { misuse, userFault } from '#words/user-fault.ts'
import { assertProject } from './assert-project.ts'
import { findTaskId } from './find-task-id.ts'
import { fromRoot } from './from-root.ts'
import { importDrafts, type PlannedImport, type Refusal } from './import-drafts.ts'
import { assertInFiles } from './task-source.ts'
import { defineVerb } from './verb.ts'

export type TaskImportReport = Omit<PlannedImport, 'kind' | 'tasks'> & {
  readonly dryRun: boolean
  readonly sources: readonly { readonly format: ImportFormatName; readonly path: string }[]
  readonly added: PlannedImport['tasks']
  /** Epics that were there and done, and are open again with what was added to them. */
  readonly epics: readonly string[]
  readonly notUnderstood: readonly NotUnderstood[]
}

export const taskImport = defineVerb({
  name: 'task import',
  summary: 'Import the tasks of spec-kit, Ralph or task-master, or a checklist.',
  details:
    'Reads a `tasks.md` of spec-kit, a `prd.json` of Ralph, a `tasks.json` of task-master, or any Markdown with boxes to tick; a folder ' +
    'where these tools put them works too. Which it is, is told by its name and content. What waits for what there, waits here. Each ' +
    'task remembers its `origin`, so that the same import again adds what is new and changes nothing: what was changed there since is ' +
    'reported. A file that has another list by now adds nothing until `--list` gives that a name; Ralph’s lists have one, their branch. What is done there is taken over as done, without proof, and the journal says so.',
  examples: [
    { command: 'keel task import specs/001-cart', explains: 'a feature of spec-kit' },
    { command: 'keel task import scripts/ralph/prd.json --dry-run', explains: 'see what would come of it' },
    { command: 'keel task import .taskmaster --tag master', explains: 'one list of task-master' },
    { command: 'keel task import TODO.md --from checklist --parent k7f3q', explains: 'below an epic' },
  ],
  input: z.object({
    path: z.string().trim().min(1).describe('A file, or a folder with what these tools write.'),
    from: z.enum(IMPORT_FORMATS).optional().describe('The format. Default: told by name and content.'),
    parent: z
      .string()
      .trim()
      .min(1)
      .optional()
      .describe('The epic, or the task, that all of it becomes a part of.'),
    tag: z
      .string()
      .trim()
      .min(1)
      .optional()
      .describe('The list of task-master to take. Default: all that have tasks.'),
    list: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .optional()
      .describe(
        'What this list is called, where the file had another before. Give the same name every time.',
      ),
    dryRun: z.boolean().default(false).describe('Show what would be added and write nothing.'),
  }),
  positional: 'path',
  tells: null,
  // Another tool’s list can say that work is done.
  tool: null,
  configuration: 'valid',
  run: async ({ path, from, parent: typed, tag, list, dryRun }, world): Promise<TaskImportReport> => {
    assertProject(world.place)
    assertInFiles(world)
    const { place, now } = world
    const { root } = place
    const found = findSources({ root, path: resolve(root, fromRoot(path, place)), format: from ?? null })
    if (found.kind === 'nothing')
      throw userFault('nothing-to-import', { message: found.reason, hint: found.hint })
    if (tag !== undefined && !found.sources.some(({ format }) => format === 'task-master'))
      throw misuse({
        message: `--tag names a list of task-master, and ${path} is none of its files. Nothing was imported.`,
        hint: `keel task import ${path}`,
      })
    const sources = found.sources.map((source) =>
      readDrafts(source, { tag: tag ?? null, list: list ?? null }),
    )
    const parent = typed === undefined ? null : findTaskId(typed, world)
    const {
      kind: _,
      tasks,
      ...rest
    } = importDrafts(
      {
        decide: (table) => planImport({ sources, table, parent, now: now() }),
        dryRun,
        refusal: refusalOf(sources),
      },
      world,
    )
    return {
      dryRun,
      sources: found.sources.map(({ format, file }) => ({ format, path: file.path })),
      added: tasks,
      ...rest,
      notUnderstood: sources.flatMap(({ notUnderstood }) => notUnderstood),
    }
  },
  hasFindings: ({ others }) => others.length > 0,
})

function readDrafts(
  { format, file }: FoundSource,
  { tag, list }: { readonly tag: string | null; readonly list: string | null },
): DraftSource {
  const outcome = allFormats[format].read(file, { tag })
  if (outcome.kind === 'unreadable')
    throw userFault('unreadable', {
      message: `${file.path} ${outcome.reason}. Nothing was imported.`,
      hint: `\${EDITOR:-vi} ${file.path}`,
    })
  const { drafts, notUnderstood, isInOrder = false } = outcome
  const name = { format, path: file.path, list: list ?? outcome.list ?? null }
  const formerly = list === null && name.list !== null ? sourcePrefix({ ...name, list: null }) : null
  return { ...name, prefix: sourcePrefix(name), formerly, drafts, notUnderstood, isInOrder }
}

function refusalOf(sources: readonly DraftSource[]): Refusal {
  const isTaskMaster = sources.some(({ format }) => format === 'task-master')
  return {
    code: 'import-refused',
    message: 'Nothing was imported',
    hint: isTaskMaster ? 'task-master fix-dependencies' : `\${EDITOR:-vi} ${sources[0]?.path ?? ''}`,
  }
}
