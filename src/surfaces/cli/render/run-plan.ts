import type { VerbOutput } from '#verbs/all.ts'
import type { Terminal } from '../terminal.ts'

type RunPlan = Extract<VerbOutput<'run'>, { dryRun: true }>

/** What would happen, then the prompt as it would be sent. */
export function renderRunPlan(plan: RunPlan, { paint }: Terminal): string {
  const { resumes, objective, worker, test, attemptsMax, minutes, prompt, others } = plan
  const title = `What keel would do: ${resumes === null ? 'begin a run' : `resume run ${resumes}`}`
  const rows = [
    ['objective', objective.split('\n', 1)[0] ?? ''],
    ['worker', workerText(worker)],
    ['proof', test],
    ['budget', `${attemptsMax} attempts at most; ${minutes} minutes for each, and for each run of the tests`],
    ...(others.length === 0 ? [] : [['then', others.join(', ')] as const]),
  ] as const
  return `${[
    `${paint('bold', title)}${paint('yellow', '  dry run: nothing was written, and nobody was asked')}`,
    ...rows.map(([name, value]) => `  ${paint('dim', name.padEnd(9))}  ${value}`),
    '',
    prompt === null
      ? 'First the tests would be run on what was left; the prompt depends on what they say.'
      : `${paint('bold', 'The prompt of the first attempt:')}\n\n${prompt}`,
  ].join('\n')}\n`
}

function workerText(worker: RunPlan['worker']): string {
  switch (worker.kind) {
    case 'host':
      return worker.model === null ? worker.host : `${worker.host} with ${worker.model}`
    case 'model':
      return `${worker.model}, as ${worker.role}`
  }
}
