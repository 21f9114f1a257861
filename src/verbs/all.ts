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
import { run } from './run.ts'
import { scan } from './scan.ts'
import { search } from './search.ts'
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
  run,
  verify,
  ledger,
  'ledger show': ledgerShow,
  'ledger runs': ledgerRuns,
  'ledger cost': ledgerCost,
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
