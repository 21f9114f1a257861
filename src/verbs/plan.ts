import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import * as z from 'zod'
import { findProgram } from '#hosts/find-hosts.ts'
import { driveNames, hosts } from '#hosts/registry.ts'
import { sha256 } from '#kit/sha256.ts'
import { workerName } from '#loop/ledger/worker-name.ts'
import { askForPlan } from '#loop/plan/ask-for-plan.ts'
import { composePlanPrompt } from '#loop/plan/compose-plan-prompt.ts'
import { keepPlan, readPlan } from '#loop/plan/kept-plan.ts'
import { checklist } from '#loop/tasks/import/checklist.ts'
import type { SourceFile, TaskDraft } from '#loop/tasks/import/contract.ts'
import { readSource } from '#loop/tasks/import/find-sources.ts'
import { sourcePrefix } from '#loop/tasks/import/origin.ts'
import { type ImportPlan, planImport } from '#loop/tasks/import/plan-import.ts'
import { writeImport } from '#loop/tasks/import/write-import.ts'
import { planWaves } from '#loop/tasks/plan-waves.ts'
import { readTasks } from '#loop/tasks/read-tasks.ts'
import { tableOfPlanned } from '#loop/tasks/table-of.ts'
import type { TaskTable } from '#loop/tasks/task-table.ts'
import type { Worker } from '#words/entry.ts'
import { Fault } from '#words/fault.ts'
import type { Task } from '#words/task.ts'
import type { Usage } from '#words/usage.ts'
import { asTaskFault } from './as-task-fault.ts'
import { assertProject } from './assert-project.ts'
import { engageInitializer, packForPlan } from './engage-initializer.ts'
import { fromRoot } from './from-root.ts'
import { assertInFiles } from './task-source.ts'
import { defineVerb } from './verb.ts'
import type { World } from './world.ts'

export type PlannedTask = Pick<
  Task,
  'title' | 'type' | 'status' | 'description' | 'acceptance' | 'files' | 'check'
> & {
  readonly key: string
  readonly parent: string | null
  /** Keys. */
  readonly dependsOn: readonly string[]
  /** In which it could be done; null for an epic, and for what is done. */
  readonly wave: number | null
}

export type PlanReport =
  /** What somebody would be asked, and who. */
  | {
      readonly kind: 'would-ask'
      readonly specification: string
      readonly worker: Worker
      readonly prompt: string
      readonly cut: number
    }
  | (Shown & {
      readonly kind: 'shown'
      /** Whether `--write` can write it. */
      readonly isKept: boolean
      /** How many characters of the specification nobody was shown. */
      readonly cut: number
      readonly usages: readonly Usage[]
      /** How to have somebody plan it, where only a checklist was read; null where somebody did. */
      readonly hint: string | null
    })
  | (Shown & {
      readonly kind: 'written'
      readonly dryRun: boolean
      readonly added: readonly Task[]
      /** How many were written before. */
      readonly known: number
    })

type Shown = {
  readonly specification: string
  /** Who made it: a model, a host, or nobody but the checklist. */
  readonly by: string
  readonly tasks: readonly PlannedTask[]
}

export const plan = defineVerb({
  name: 'plan',
  summary: 'Turn a specification into an epic with tasks, shown before anything is written.',
  details:
    'With `--model` or `--host` somebody is asked for a plan: they see the specification, what keel chooses of the repository and the ' +
    'titles of the tasks that there are, and may change nothing. The plan is checked, shown with its waves, and kept until you say `--write`, ' +
    'which writes what was shown last for this text and asks nobody. Without either, nobody is asked and nothing is spent: the ' +
    'checklists in the file are the plan.',
  examples: [
    { command: 'keel plan SPEC.md --host claude-code', explains: 'have it planned, and look at the plan' },
    { command: 'keel plan SPEC.md --model anthropic/claude-sonnet-5', explains: 'by a bare model' },
    { command: 'keel plan SPEC.md --write', explains: 'write the plan that was shown' },
    { command: 'keel plan TODO.md', explains: 'the checklists in a file, without asking anybody' },
  ],
  input: z.object({
    spec: z.string().trim().min(1).describe('The file with the specification.'),
    host: z.enum(driveNames).optional().describe('The host program that plans it.'),
    model: z
      .string()
      .trim()
      .min(1)
      .optional()
      .describe('The bare model that plans it; with `--host`, the host’s model.'),
    write: z
      .boolean()
      .default(false)
      .describe('Write the plan that was shown last for this text. Nobody is asked.'),
    minutes: z.int().min(1).max(240).default(15).describe('How long one answer may take.'),
    dryRun: z
      .boolean()
      .default(false)
      .describe('Show what would be asked or written; ask nobody and keep nothing.'),
  }),
  positional: 'spec',
  tells: 'progress',
  tool: null,
  configuration: 'valid',
  run: async ({ spec, host, model, write, minutes, dryRun }, world): Promise<PlanReport> => {
    assertProject(world.place)
    assertInFiles(world)
    const file = readSpecification(spec, world)
    const worker = workerOf({ host, model })
    if (write) {
      if (worker !== null)
        throw fault('misuse', {
          message:
            '--write writes the plan that was shown. It asks nobody, so that --model and --host mean nothing to it.',
          hint: `keel plan ${spec} --write`,
        })
      return writePlan(file, { world, dryRun })
    }
    return worker === null
      ? showChecklist(file, { world, dryRun })
      : askWorker(file, { world, dryRun, worker, minutes })
  },
  hasFindings: () => false,
})

function fault(code: string, { message, hint }: { message: string; hint: string }): Fault {
  return new Fault({ kind: 'user', code, message, hint })
}

function readSpecification(typed: string, { place }: World): SourceFile {
  const path = resolve(place.root, fromRoot(typed, place))
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() === true
  const file = isFile ? readSource(place.root, path) : null
  if (file !== null && file.text.trim() !== '') return file
  const message = isFile ? `There is no text to plan in ${typed}.` : `${typed} is no file.`
  throw fault('no-specification', { message, hint: 'keel plan SPEC.md' })
}

function workerOf({
  host,
  model,
}: {
  host?: (typeof driveNames)[number] | undefined
  model?: string | undefined
}): Worker | null {
  if (host !== undefined) return { kind: 'host', host, model: model ?? null }
  return model === undefined ? null : { kind: 'model', model, role: 'initializer' }
}

type Showing = { readonly world: World; readonly dryRun: boolean }

/** Nobody is asked: a host that happens to be on this machine costs money, and nobody has named it. */
function showChecklist(file: SourceFile, { world, dryRun }: Showing): PlanReport {
  const found = driveNames.find((name) => findProgram(hosts[name].signs.programs, world.place) !== null)
  const hint = `keel plan ${file.path} ${found === undefined ? '--model anthropic/claude-sonnet-5' : `--host ${found}`}`
  const read = checklist.read(file, { tag: null })
  if (read.kind === 'unreadable')
    throw fault('nothing-to-plan', {
      message: `${file.path} ${read.reason}. To have it planned, say by whom.`,
      hint,
    })
  const kept = { by: CHECKLIST, at: world.now().toISOString(), drafts: read.drafts }
  const tasks = describe(kept, { file, world })
  const isKept = !dryRun && keepPlan(world.place.root, { specification: file.text, plan: kept })
  return { kind: 'shown', specification: file.path, by: CHECKLIST, tasks, isKept, cut: 0, usages: [], hint }
}

async function askWorker(
  file: SourceFile,
  { world, dryRun, worker, minutes }: Showing & { worker: Worker; minutes: number },
): Promise<PlanReport> {
  const { root } = world.place
  const ask = await engageInitializer(worker, { world, minutes })
  const table = readTasks(root)
  const titles = table.ids.flatMap((_, place) => table.headOf(place)?.title ?? [])
  const pack = await packForPlan(file.text, { world, keeps: dryRun ? 'nothing' : 'cache' })
  const parts = { path: file.path, specification: file.text, pack, tasks: titles }
  if (dryRun) {
    const { text: prompt, cut } = composePlanPrompt({ ...parts, wrong: null })
    return { kind: 'would-ask', specification: file.path, worker, prompt, cut }
  }
  const run = `plan-${sha256(file.text).slice(0, 8)}-${randomBytes(3).toString('hex')}`
  const record = (fact: Parameters<typeof world.journal.append>[0]) => {
    const entry = world.journal.append(fact)
    world.tell(entry)
    return entry
  }
  const { drafts, cut, usages } = await askForPlan(
    { root, run, worker, ...parts },
    { ask, record, signal: world.signal },
  )
  const by = workerName(worker)
  const plan = { by, at: world.now().toISOString(), drafts }
  const tasks = describe(plan, { file, world })
  const isKept = keepPlan(root, { specification: file.text, plan })
  return { kind: 'shown', specification: file.path, by, tasks, isKept, cut, usages, hint: null }
}

/** What was shown last for this very text, and nothing else. */
function writePlan(file: SourceFile, { world, dryRun }: Showing): PlanReport {
  const { place, journal, asker } = world
  const kept = readPlan(place.root, file.text)
  if (kept === null)
    throw fault('nothing-shown', {
      message: `No plan of ${file.path} was shown, or the file was changed since. Nothing was written.`,
      hint: `keel plan ${file.path}`,
    })
  const decide = (table: TaskTable) => decideOn(kept, { file, world, table })
  const outcome = dryRun
    ? decide(readTasks(place.root))
    : writeImport({ root: place.root, decide, journal, by: asker })
  switch (outcome.kind) {
    case 'busy':
      throw asTaskFault(outcome)
    case 'refused':
      throw refused(outcome.reasons, file)
    case 'planned': {
      const { tasks: added, known, changed } = outcome
      const tasks = describe(kept, { file, world })
      const shown = { specification: file.path, by: kept.by, tasks }
      return { kind: 'written', dryRun, ...shown, added, known: known.length + changed.length }
    }
  }
}

function refused(reasons: readonly string[], { path }: SourceFile): Fault {
  return fault('plan-refused', {
    message: `No tasks can be made of ${path}:\n${reasons.map((reason) => `  ${reason}`).join('\n')}`,
    hint: `\${EDITOR:-vi} ${path}`,
  })
}

type Deciding = { readonly file: SourceFile; readonly world: World; readonly table: TaskTable }

type Planned = { readonly by: string; readonly drafts: readonly TaskDraft[] }

function decideOn(plan: Planned, { file, world, table }: Deciding): ImportPlan {
  const source = {
    format: 'plan',
    path: file.path,
    prefix: prefixOf(plan, file),
    drafts: plan.drafts,
    notUnderstood: [],
  } as const
  return planImport({ sources: [source], table, parent: null, now: world.now() })
}

/**
 * The boxes of a file keep their names when it is edited. Whoever is asked again may call something else by the same name, so that
 * each plan of theirs is one of its own.
 */
function prefixOf({ by, drafts }: Planned, { path }: SourceFile): string {
  const prefix = sourcePrefix('plan', path)
  return by === CHECKLIST ? prefix : `${prefix}${sha256(JSON.stringify(drafts)).slice(0, 8)}/`
}

const CHECKLIST = 'checklist'

/** With the wave of each, as if there were no other tasks. */
function describe(plan: Planned, { file, world }: Omit<Deciding, 'table'>): PlannedTask[] {
  const outcome = decideOn(plan, { file, world, table: tableOfPlanned([]) })
  if (outcome.kind === 'refused') throw refused(outcome.reasons, file)
  const { waves } = planWaves(tableOfPlanned(outcome.tasks), { leases: NO_LEASES, unnamed: 'alone' })
  const waveOf = new Map(waves.flatMap(({ wave, tasks }) => tasks.map(({ id }) => [id, wave] as const)))
  const byOrigin = new Map(outcome.tasks.map((task) => [task.origin?.replace(/@\w{8}$/, ''), task]))
  const prefix = prefixOf(plan, file)
  return plan.drafts.map((draft) => {
    const { key, parent, dependsOn, title, type, status, description, acceptance, files, check } = draft
    const wave = waveOf.get(byOrigin.get(`${prefix}${key}`)?.id ?? '') ?? null
    return { key, parent, dependsOn, title, type, status, description, acceptance, files, check, wave }
  })
}

const NO_LEASES = { live: new Map(), dead: new Map(), unreadable: [] }
