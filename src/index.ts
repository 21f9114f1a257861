/** keel as a library. Explicit names, and the only file that collects others. */
export { type ConfigOutcome, loadConfig } from '#config/load-config.ts'
export { type Config, configJsonSchema } from '#config/schema.ts'
export { effectiveContext, type HostContext } from '#context/instructions/effective-context.ts'
export { findRunloop, type Runloop } from '#context/runloop.ts'
export {
  type Detection,
  detectSection,
  type RemovalOutcome,
  removeSection,
  type SectionFile,
  type SectionOutcome,
  type SectionSource,
  upsertSection,
} from '#context/sections/section.ts'
export type { Host } from '#hosts/contract.ts'
export { type HostName, hosts } from '#hosts/registry.ts'
export { type Journal, openJournal } from '#journal/open-journal.ts'
export type { LoggedRequest } from '#models/scripted/request-log.ts'
export type { ScenarioInput } from '#models/scripted/scenario.ts'
export {
  type ScriptedModel,
  type ScriptedModelOptions,
  startScriptedModel,
} from '#models/scripted/start-scripted-model.ts'
export { type VerbName, type VerbOutput, verbs } from '#verbs/all.ts'
export { findPlace } from '#verbs/find-place.ts'
export type { World } from '#verbs/world.ts'
export { Fault, type FaultKind } from '#words/fault.ts'
export type { InstructionLoad, LoadedFile } from '#words/instructions.ts'
export type { Place } from '#words/place.ts'
