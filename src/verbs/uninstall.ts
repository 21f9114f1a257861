import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { planUninstall } from '#context/setup/plan-uninstall.ts'
import { hostNames } from '#hosts/registry.ts'
import { JOURNAL_FOLDER } from '#journal/open-journal.ts'
import { git } from '#kit/git.ts'
import { LEDGER_FOLDER } from '#loop/ledger/open-ledger.ts'
import { LEASES_FOLDER, leasesFolder } from '#loop/tasks/leases.ts'
import { agentFiles } from './agent-files.ts'
import { applyPlan, hasConflicts } from './apply-plan.ts'
import { hookRemovals } from './hook-targets.ts'
import { instructionTargets } from './instruction-targets.ts'
import { setupFlags } from './setup-flags.ts'
import { defineVerb } from './verb.ts'

export const uninstall = defineVerb({
  name: 'uninstall',
  summary: 'Take out what keel put in.',
  details:
    'Removes the marked sections, the files of `.keel/` and the agent files that are still as keel wrote them, `.keel/cache` and `.keel/leases`. What you edited stays, ' +
    'and every byte of yours is as it was before `keel init`.',
  examples: [
    { command: 'keel uninstall --dry-run', explains: 'show what would go' },
    { command: 'keel uninstall', explains: 'take it out' },
  ],
  input: z.object(setupFlags).pick({ dryRun: true }),
  tells: null,
  tool: null,
  configuration: 'any',
  run: async ({ dryRun }, world) => {
    const { root } = world.place
    const decide = () =>
      planUninstall({
        root,
        targets: instructionTargets(root, hostNames),
        settings: hookRemovals(),
        agents: agentFiles(hostNames),
        passing: [LEASES_FOLDER],
      })
    const records = [JOURNAL_FOLDER, LEDGER_FOLDER].filter((folder) => existsSync(join(root, folder)))
    const notes = [
      ...records.map(
        (folder) => `${folder} holds records of work and stays. Delete it by hand if you do not want it.`,
      ),
      ...sharedLeases(root),
      ...(await keptAside(root)),
    ]
    const report = applyPlan(world, { decide, dryRun, notes })
    return report.files.length > 0 || notes.length > 0
      ? report
      : { ...report, notes: ['There is nothing of keel here.'] }
  },
  hasFindings: hasConflicts,
})

/** Those of other worktrees are among them. */
function sharedLeases(root: string): string[] {
  const folder = leasesFolder(root)
  if (folder === join(root, LEASES_FOLDER) || !existsSync(folder)) return []
  return [`${folder} is shared by all worktrees and stays. Delete it by hand when none of them needs it.`]
}

async function keptAside(root: string): Promise<string[]> {
  if (!existsSync(join(root, '.git'))) return []
  const refs = await git(root, ['for-each-ref', '--format=%(refname)', 'refs/keel/aside'])
  const count = refs.kind === 'ok' ? refs.output.split('\n').filter((line) => line !== '').length : 0
  if (count === 0) return []
  return [
    `Git keeps work that was put aside (${count === 1 ? '1 ref' : `${count} refs`} below refs/keel/aside), and it stays. \`git update-ref -d REF\` throws it away.`,
  ]
}
