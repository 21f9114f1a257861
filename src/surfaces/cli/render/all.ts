import type { VerbName, VerbOutput } from '#verbs/all.ts'
import type { Terminal } from '../terminal.ts'
import { renderConfig } from './config.ts'
import { renderContext } from './context.ts'
import { renderDoctor } from './doctor.ts'
import { renderInit } from './init.ts'
import { renderLog } from './log.ts'
import { renderSetup } from './setup.ts'

/** How each verb's answer looks to a person. A verb without an entry does not compile. */
export const renderers: {
  readonly [Name in VerbName]: (output: VerbOutput<Name>, terminal: Terminal) => string
} = {
  init: renderInit,
  update: (report, terminal) =>
    renderSetup(report, terminal, report.dryRun ? 'keel would refresh' : 'keel refreshed'),
  uninstall: (report, terminal) => renderSetup(report, terminal, leaveTitle(report)),
  config: renderConfig,
  context: renderContext,
  log: renderLog,
  doctor: renderDoctor,
}

function leaveTitle({ dryRun, files }: VerbOutput<'uninstall'>): string {
  if (dryRun) return 'keel would leave'
  return files.some(({ outcome }) => outcome === 'conflict') ? 'keel has only in part left' : 'keel has left'
}
