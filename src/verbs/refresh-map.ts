import { planMap } from '#context/setup/plan-map.ts'
import { Fault } from '#words/fault.ts'
import { applyPlan, hasConflicts } from './apply-plan.ts'
import { asFault } from './as-fault.ts'
import type { World } from './world.ts'

/** Writes the project's map where it says something else. Who only wants to see it is not told no because of that. */
export function refreshMap(drawn: string, world: World): boolean {
  const { root } = world.place
  const decide = () => {
    const { report, changes } = planMap(root, { drawn, force: false })
    return { reports: [report], changes }
  }
  try {
    const { reports, changes } = decide()
    if (changes.length === 0) {
      // Whoever reads the file would take it for the map as it is now.
      for (const { notes } of reports) for (const sentence of notes) world.warn(sentence)
      return false
    }
    const report = applyPlan(world, { decide, dryRun: false, notes: [] })
    for (const { path, notes } of report.files)
      for (const sentence of notes.length === 0 ? [`${path} was refreshed.`] : notes) world.mention(sentence)
    return !hasConflicts(report)
  } catch (thrown) {
    const fault = asFault(thrown)
    if (!(fault instanceof Fault)) throw fault
    world.warn(fault.message)
    return false
  }
}
