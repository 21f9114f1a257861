import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import * as z from 'zod'
import { findProgram } from '#hosts/find-hosts.ts'
import { driveNames, hosts } from '#hosts/registry.ts'
import { shellWord } from '#kit/shell-word.ts'
import { CHECKLIST } from '#loop/plan/decide-plan.ts'
import { checklist } from '#loop/tasks/import/checklist.ts'
import type { SourceFile } from '#loop/tasks/import/contract.ts'
import { readSource } from '#loop/tasks/import/find-sources.ts'
import { readModelName } from '#models/registry.ts'
import type { Worker } from '#words/entry.ts'
import { misuse, userFault } from '#words/user-fault.ts'
import { assertProject } from './assert-project.ts'
import { fromRoot } from './from-root.ts'
import { planByWorker, type WouldAsk } from './plan-by-worker.ts'
import { type ShownPlan, showPlan } from './show-plan.ts'
import { assertInFiles } from './task-source.ts'
import { defineVerb } from './verb.ts'
import type { World } from './world.ts'
import { type WrittenPlan, writePlan } from './write-plan.ts'

export type PlanReport = WouldAsk | ShownPlan | WrittenPlan

export const plan = defineVerb({
  name: 'plan',
  summary: 'Turn a specification into an epic with tasks, shown before anything is written.',
  details:
    'With `--model` or `--host` somebody is asked for a plan: they see the specification, what keel chooses of the repository and the ' +
    'titles of the tasks that there are, and may change nothing. The plan is checked, shown with its waves, and kept until you say `--write`, ' +
    'which writes what was shown last for this text and asks nobody. It has 100 tasks at most. Without either, nobody is asked and nothing is spent: the ' +
    'checklists in the file, or its numbered lists under headings, are the plan.',
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
    const worker = workerOf({ host, model, spec })
    if (write) {
      if (worker !== null)
        throw misuse({
          message:
            '--write writes the plan that was shown. It asks nobody, so that --model and --host mean nothing to it.',
          hint: `keel plan ${shellWord(spec)} --write`,
        })
      return writePlan(file, { world, dryRun })
    }
    return worker === null
      ? showChecklist(file, { world, dryRun })
      : planByWorker(file, { world, dryRun, worker, minutes })
  },
  hasFindings: () => false,
})

function readSpecification(typed: string, { place }: World): SourceFile {
  const path = resolve(place.root, fromRoot(typed, place))
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() === true
  const file = isFile ? readSource(place.root, path) : null
  if (file !== null && file.text.trim() !== '') return file
  const message = isFile ? `There is no text to plan in ${typed}.` : `${typed} is no file.`
  throw userFault('no-specification', { message, hint: 'keel plan SPEC.md' })
}

type Asked = {
  readonly host?: (typeof driveNames)[number] | undefined
  readonly model?: string | undefined
  readonly spec: string
}

function workerOf({ host, model, spec }: Asked): Worker | null {
  if (host !== undefined) return { kind: 'host', host, model: model ?? null }
  if (model === undefined) return null
  readModelName(model, (other) => `keel plan ${shellWord(spec)} --model ${other}`)
  return { kind: 'model', model, role: 'initializer' }
}

/** Nobody is asked: a host that happens to be on this machine costs money, and nobody has named it. */
function showChecklist(
  file: SourceFile,
  { world, dryRun }: { readonly world: World; readonly dryRun: boolean },
): ShownPlan {
  const found = driveNames.find((name) => findProgram(hosts[name].signs.programs, world.place) !== null)
  const hint = `keel plan ${shellWord(file.path)} ${found === undefined ? '--model anthropic/claude-sonnet-5' : `--host ${found}`}`
  const read = checklist.read(file, { tag: null })
  if (read.kind === 'unreadable')
    throw userFault('nothing-to-plan', {
      message: `${file.path} ${read.reason}. To have it planned, say by whom.`,
      hint,
    })
  const plan = { by: CHECKLIST, drafts: read.drafts }
  return showPlan(plan, {
    file,
    world,
    keeps: dryRun ? 'nothing' : 'plan',
    cut: 0,
    usages: [],
    notUnderstood: read.notUnderstood,
    hint,
  })
}
