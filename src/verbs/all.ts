import type * as z from 'zod'
import { config } from './config.ts'
import { context } from './context.ts'
import { demo } from './demo.ts'
import { doctor } from './doctor.ts'
import { init } from './init.ts'
import { learn } from './learn.ts'
import { ledger } from './ledger.ts'
import { ledgerCost } from './ledger-cost.ts'
import { ledgerRuns } from './ledger-runs.ts'
import { ledgerShow } from './ledger-show.ts'
import { log } from './log.ts'
import { map } from './map.ts'
import { pack } from './pack.ts'
import { packVerify } from './pack-verify.ts'
import { plan } from './plan.ts'
import { run } from './run.ts'
import { scan } from './scan.ts'
import { search } from './search.ts'
import { taskAdd } from './task-add.ts'
import { taskBlock } from './task-block.ts'
import { taskClaim } from './task-claim.ts'
import { taskClose } from './task-close.ts'
import { taskEdit } from './task-edit.ts'
import { taskExport } from './task-export.ts'
import { taskGraph } from './task-graph.ts'
import { taskImport } from './task-import.ts'
import { taskList } from './task-list.ts'
import { taskNote } from './task-note.ts'
import { taskReady } from './task-ready.ts'
import { taskReopen } from './task-reopen.ts'
import { taskShow } from './task-show.ts'
import { taskWaves } from './task-waves.ts'
import { trace } from './trace.ts'
import { traces } from './traces.ts'
import { uninstall } from './uninstall.ts'
import { update } from './update.ts'
import type { Verb } from './verb.ts'
import { verify } from './verify.ts'

/** Every verb, in the order in which a newcomer needs them. */
export const verbs = {
  init,
  context,
  map,
  pack,
  'pack verify': packVerify,
  search,
  scan,
  plan,
  run,
  verify,
  ledger,
  'ledger show': ledgerShow,
  'ledger runs': ledgerRuns,
  'ledger cost': ledgerCost,
  'task add': taskAdd,
  'task list': taskList,
  'task show': taskShow,
  'task ready': taskReady,
  'task claim': taskClaim,
  'task close': taskClose,
  'task reopen': taskReopen,
  'task block': taskBlock,
  'task note': taskNote,
  'task edit': taskEdit,
  'task import': taskImport,
  'task export': taskExport,
  'task graph': taskGraph,
  'task waves': taskWaves,
  log,
  learn,
  traces,
  trace,
  doctor,
  update,
  config,
  uninstall,
  demo,
}

export type VerbName = keyof typeof verbs

export type VerbOutput<Name extends VerbName> = Awaited<ReturnType<(typeof verbs)[Name]['run']>>

export const verbNames = Object.keys(verbs) as VerbName[]

/** A verb whose types are no longer known, because its name was typed and not written. */
export type AnyVerb = Verb<z.ZodObject, unknown>

export function anyVerb(name: VerbName): AnyVerb {
  return verbs[name] as unknown as AnyVerb
}
