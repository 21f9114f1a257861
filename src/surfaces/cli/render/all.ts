import type { VerbName, VerbOutput } from '#verbs/all.ts'
import type { Terminal } from '../terminal.ts'
import { renderConfig } from './config.ts'
import { renderContext } from './context.ts'
import { renderDemo } from './demo.ts'
import { renderDoctor } from './doctor.ts'
import { renderInit } from './init.ts'
import { renderLearn } from './learn.ts'
import { renderLedger, renderLedgerCost, renderLedgerRuns, renderLedgerShow } from './ledger.ts'
import { renderLog } from './log.ts'
import { renderMap } from './map.ts'
import { renderMapDiff } from './map-diff.ts'
import { renderPack } from './pack.ts'
import { renderPackVerify } from './pack-verify.ts'
import { renderPlan } from './plan.ts'
import { renderRun } from './run.ts'
import { renderRunPlan } from './run-plan.ts'
import { renderRunReady } from './run-ready.ts'
import { renderScan } from './scan.ts'
import { renderSearch } from './search.ts'
import { extentOf, renderSetup } from './setup.ts'
import {
  renderTaskAdd,
  renderTaskClaim,
  renderTaskClose,
  renderTaskEdit,
  renderTaskMove,
  renderTaskNote,
} from './task-changes.ts'
import { renderTaskImport } from './task-import.ts'
import { renderTaskExport, renderTaskGraph, renderTaskWaves } from './task-views.ts'
import { renderTaskList, renderTaskReady, renderTaskShow } from './tasks.ts'
import { renderTrace } from './trace.ts'
import { renderTraces } from './traces.ts'
import { renderVerify } from './verify.ts'

/** How each verb's answer looks to a person. A verb without an entry does not compile. */
export const renderers: {
  readonly [Name in VerbName]: (output: VerbOutput<Name>, terminal: Terminal) => string
} = {
  init: renderInit,
  update: (report, terminal) => renderSetup({ ...report, title: refreshTitle(report) }, terminal),
  uninstall: (report, terminal) => renderSetup({ ...report, title: leaveTitle(report) }, terminal),
  config: renderConfig,
  context: renderContext,
  map: (report, terminal) =>
    'basis' in report ? renderMapDiff(report, terminal) : renderMap(report, terminal),
  pack: renderPack,
  'pack verify': renderPackVerify,
  search: renderSearch,
  scan: renderScan,
  run: (answer, terminal) => {
    if ('dryRun' in answer) return renderRunPlan(answer, terminal)
    return 'runs' in answer ? renderRunReady(answer, terminal) : renderRun(answer, terminal)
  },
  verify: renderVerify,
  ledger: renderLedger,
  'ledger show': renderLedgerShow,
  'ledger runs': renderLedgerRuns,
  'ledger cost': renderLedgerCost,
  plan: renderPlan,
  'task add': renderTaskAdd,
  'task list': renderTaskList,
  'task show': renderTaskShow,
  'task ready': renderTaskReady,
  'task claim': renderTaskClaim,
  'task close': renderTaskClose,
  'task reopen': renderTaskMove,
  'task block': renderTaskMove,
  'task note': renderTaskNote,
  'task edit': renderTaskEdit,
  'task import': renderTaskImport,
  'task export': renderTaskExport,
  'task graph': renderTaskGraph,
  'task waves': renderTaskWaves,
  log: renderLog,
  learn: renderLearn,
  traces: renderTraces,
  trace: renderTrace,
  doctor: renderDoctor,
  demo: renderDemo,
}

function refreshTitle(report: VerbOutput<'update'>): string {
  return report.dryRun ? 'keel would refresh' : REFRESHED[extentOf(report)]
}

const REFRESHED = {
  all: 'keel refreshed',
  part: 'keel refreshed only in part',
  nothing: 'keel refreshed nothing in',
} as const

function leaveTitle(report: VerbOutput<'uninstall'>): string {
  if (report.files.length === 0) return 'Nothing to take out of'
  return report.dryRun ? 'keel would leave' : LEFT[extentOf(report)]
}

const LEFT = {
  all: 'keel has left',
  part: 'keel has only in part left',
  nothing: 'keel has not left',
} as const
