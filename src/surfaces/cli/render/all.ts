import type { VerbName, VerbOutput } from '#verbs/all.ts'
import type { Terminal } from '../terminal.ts'
import { renderConfig } from './config.ts'
import { renderContext } from './context.ts'
import { renderDemo } from './demo.ts'
import { renderDoctor } from './doctor.ts'
import { renderInit } from './init.ts'
import { renderLearn } from './learn.ts'
import { renderLog } from './log.ts'
import { renderPack } from './pack.ts'
import { renderRun } from './run.ts'
import { renderRunPlan } from './run-plan.ts'
import { renderSetup } from './setup.ts'
import { renderTrace } from './trace.ts'
import { renderTraces } from './traces.ts'
import { renderVerify } from './verify.ts'

/** How each verb's answer looks to a person. A verb without an entry does not compile. */
export const renderers: {
  readonly [Name in VerbName]: (output: VerbOutput<Name>, terminal: Terminal) => string
} = {
  init: renderInit,
  update: (report, terminal) =>
    renderSetup({ ...report, title: report.dryRun ? 'keel would refresh' : 'keel refreshed' }, terminal),
  uninstall: (report, terminal) => renderSetup({ ...report, title: leaveTitle(report) }, terminal),
  config: renderConfig,
  context: renderContext,
  pack: renderPack,
  run: (answer, terminal) =>
    'dryRun' in answer ? renderRunPlan(answer, terminal) : renderRun(answer, terminal),
  verify: renderVerify,
  log: renderLog,
  learn: renderLearn,
  traces: renderTraces,
  trace: renderTrace,
  doctor: renderDoctor,
  demo: renderDemo,
}

function leaveTitle({ dryRun, files }: VerbOutput<'uninstall'>): string {
  if (files.length === 0) return 'Nothing to take out of'
  if (dryRun) return 'keel would leave'
  return files.some(({ outcome }) => outcome === 'conflict') ? 'keel has only in part left' : 'keel has left'
}
