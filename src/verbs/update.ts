import * as z from 'zod'
import { Fault } from '#words/fault.ts'
import { applyPlan, hasConflicts, type SetupReport } from './apply-plan.ts'
import { drawOwnMap } from './draw-own-map.ts'
import { isSetUp } from './is-set-up.ts'
import { planUpdate } from './plan-update.ts'
import { setupFlags } from './setup-flags.ts'
import { unseenSections } from './unseen-sections.ts'
import { defineVerb } from './verb.ts'

export const update = defineVerb({
  name: 'update',
  summary: 'Refresh what keel wrote here.',
  details:
    'Refreshes the marked sections wherever they are, draws the map anew, creates the constitution if it is missing, and ' +
    'refreshes the run loop and the agent files that are there, if you have not edited them. An edit inside the markers, or of the map, is saved beside the file ' +
    'first. A map that would say the same is left as it is.',
  examples: [
    { command: 'keel update', explains: 'after upgrading keel, or when the map is stale' },
    { command: 'keel update --dry-run', explains: 'show what would change, and change nothing' },
  ],
  input: z.object(setupFlags),
  tells: null,
  tool: null,
  configuration: 'valid',
  run: async ({ force, dryRun }, world): Promise<SetupReport> => {
    const { root } = world.place
    if (!isSetUp(root)) {
      throw new Fault({
        kind: 'user',
        code: 'not-set-up',
        message: `${root} is not set up for keel.`,
        hint: 'keel init',
      })
    }
    const { text: map, notes, keep } = await drawOwnMap(world, { dryRun })
    const report = applyPlan(world, { decide: () => planUpdate(root, { map, force }), dryRun, notes })
    if (!dryRun) await keep()
    return { ...report, notes: [...report.notes, ...unseenSections(world.place)] }
  },
  hasFindings: hasConflicts,
})
