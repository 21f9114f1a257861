import type { AnyVerb, VerbName, verbs } from './all.ts'

/** Each verb by itself: to load all of them takes longer than most take to run. */
const loaders: { readonly [Name in VerbName]: () => Promise<(typeof verbs)[Name]> } = {
  init: async () => (await import('./init.ts')).init,
  context: async () => (await import('./context.ts')).context,
  map: async () => (await import('./map.ts')).map,
  pack: async () => (await import('./pack.ts')).pack,
  'pack verify': async () => (await import('./pack-verify.ts')).packVerify,
  search: async () => (await import('./search.ts')).search,
  scan: async () => (await import('./scan.ts')).scan,
  plan: async () => (await import('./plan.ts')).plan,
  run: async () => (await import('./run.ts')).run,
  verify: async () => (await import('./verify.ts')).verify,
  ledger: async () => (await import('./ledger.ts')).ledger,
  'ledger show': async () => (await import('./ledger-show.ts')).ledgerShow,
  'ledger runs': async () => (await import('./ledger-runs.ts')).ledgerRuns,
  'ledger cost': async () => (await import('./ledger-cost.ts')).ledgerCost,
  'task add': async () => (await import('./task-add.ts')).taskAdd,
  'task list': async () => (await import('./task-list.ts')).taskList,
  'task show': async () => (await import('./task-show.ts')).taskShow,
  'task ready': async () => (await import('./task-ready.ts')).taskReady,
  'task claim': async () => (await import('./task-claim.ts')).taskClaim,
  'task close': async () => (await import('./task-close.ts')).taskClose,
  'task reopen': async () => (await import('./task-reopen.ts')).taskReopen,
  'task block': async () => (await import('./task-block.ts')).taskBlock,
  'task note': async () => (await import('./task-note.ts')).taskNote,
  'task edit': async () => (await import('./task-edit.ts')).taskEdit,
  'task import': async () => (await import('./task-import.ts')).taskImport,
  'task export': async () => (await import('./task-export.ts')).taskExport,
  'task graph': async () => (await import('./task-graph.ts')).taskGraph,
  'task waves': async () => (await import('./task-waves.ts')).taskWaves,
  log: async () => (await import('./log.ts')).log,
  learn: async () => (await import('./learn.ts')).learn,
  traces: async () => (await import('./traces.ts')).traces,
  trace: async () => (await import('./trace.ts')).trace,
  doctor: async () => (await import('./doctor.ts')).doctor,
  update: async () => (await import('./update.ts')).update,
  config: async () => (await import('./config.ts')).config,
  uninstall: async () => (await import('./uninstall.ts')).uninstall,
  demo: async () => (await import('./demo.ts')).demo,
}

/** In the order in which a newcomer needs them. */
export const verbNames = Object.keys(loaders) as VerbName[]

export async function loadVerb(name: VerbName): Promise<AnyVerb> {
  return (await loaders[name]()) as unknown as AnyVerb
}
