import type { Plan } from '#context/setup/plan.ts'
import { planSetup } from '#context/setup/plan-setup.ts'
import { agentFiles, agentHolders } from './agent-files.ts'
import { instructionTargets, sectionCarriers, sharedFacts } from './instruction-targets.ts'

/** All that `keel update` would do: keel's own files, and the sections wherever they are. No settings of hosts. */
export function planUpdate(root: string, { map, force }: { map: string | null; force: boolean }): Plan {
  return planSetup({
    root,
    facts: sharedFacts(),
    targets: instructionTargets(root, sectionCarriers(root)),
    settings: [],
    agents: agentFiles(agentHolders(root)),
    map,
    force,
  })
}
