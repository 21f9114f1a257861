import * as z from 'zod'
import { detectSection } from '#context/sections/section-file.ts'
import { planSetup } from '#context/setup/plan-setup.ts'
import { hostNames, hosts } from '#hosts/registry.ts'
import { Fault } from '#words/fault.ts'
import { applyPlan, hasConflicts } from './apply-plan.ts'
import { instructionTargets, sharedFacts } from './instruction-targets.ts'
import { isSetUp } from './is-set-up.ts'
import { unseenSections } from './unseen-sections.ts'
import { defineVerb } from './verb.ts'

export const update = defineVerb({
  name: 'update',
  summary: 'Refresh what keel wrote here.',
  details:
    'Refreshes the marked sections wherever they are, creates the constitution if it is missing, and refreshes the run ' +
    'loop if you have not edited it. An edit inside the markers is saved beside the file first.',
  examples: [
    { command: 'keel update', explains: 'after upgrading keel' },
    { command: 'keel update --dry-run', explains: 'show what would change, and change nothing' },
  ],
  input: z.object({
    force: z
      .boolean()
      .default(false)
      .describe('Overwrite an edited constitution and run loop with the shipped ones.'),
    dryRun: z.boolean().default(false).describe('Show what would happen and write nothing.'),
  }),
  configuration: 'valid',
  run: async ({ force, dryRun }, world) => {
    const { root } = world.place
    if (!isSetUp(root)) {
      throw new Fault({
        kind: 'user',
        code: 'not-set-up',
        message: `${root} is not set up for keel.`,
        hint: 'keel init',
      })
    }
    const carriers = hostNames.filter((name) => {
      const file = hosts[name].instructionFile
      const kind = file === null ? 'no-file' : detectSection({ root, path: file.path }).kind
      return kind === 'present' || kind === 'conflict'
    })
    const plan = planSetup({ root, facts: sharedFacts(), targets: instructionTargets(root, carriers), force })
    const report = applyPlan(world, plan, { dryRun, notes: [] })
    return { ...report, notes: unseenSections(world.place) }
  },
  hasFindings: hasConflicts,
})
