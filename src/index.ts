/** keel as a library. Explicit names, and the only file that collects others. */
export { type ConfigOutcome, loadConfig } from '#config/load-config.ts'
export { type Config, configJsonSchema } from '#config/schema.ts'
export type { FileProblem } from '#context/code/file-problem.ts'
export type { CodeFile } from '#context/code/graph/code-file.ts'
export type { Definition, DefinitionKind, Import, Reference, Tags } from '#context/code/tags.ts'
export { effectiveContext, type HostContext } from '#context/instructions/effective-context.ts'
export { type DiffOptions, diffFolder } from '#context/library/diff-folder.ts'
export type { Refused } from '#context/library/hear-refusal.ts'
export { type FolderOptions, type MapOptions, mapFolder } from '#context/library/map-folder.ts'
export {
  type PackRequest,
  packFolder,
  packTask,
  type TaskRecord,
} from '#context/library/pack-folder.ts'
export { type CodeEdge, type FolderCode, readFolder } from '#context/library/read-folder.ts'
export { cacheFolder } from '#context/map/cache-folder.ts'
export type { MapDiff, StandingSymbol, SymbolChange, TreeDiff } from '#context/map/diff/map-diff.ts'
export type { RepositoryMap } from '#context/map/repository-map.ts'
export type { MapSymbol } from '#context/map/symbols/symbols-of-file.ts'
export type { ContextPack, Dependency, PackSymbol, RankedPath } from '#context/pack/context-pack.ts'
export type { PackedFile } from '#context/pack/fit/fit-files.ts'
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
export type { LedgerAttempt } from '#loop/ledger/fold-attempts.ts'
export { type Claim, type ClaimOutcome, claimTask, releaseTask } from '#loop/tasks/claim-task.ts'
export { findReady, type ReadyReport } from '#loop/tasks/find-ready.ts'
export type { Lease } from '#loop/tasks/lease.ts'
export { listTasks } from '#loop/tasks/list-tasks.ts'
export type { TaskProblem } from '#loop/tasks/open-board.ts'
export type { TaskSource } from '#loop/tasks/sources/contract.ts'
export { openSource } from '#loop/tasks/sources/open-source.ts'
export type { LoggedRequest } from '#models/scripted/request-log.ts'
export type { ScenarioInput } from '#models/scripted/scenario.ts'
export {
  type ScriptedModel,
  type ScriptedModelOptions,
  startScriptedModel,
} from '#models/scripted/start-scripted-model.ts'
export { type VerbName, type VerbOutput, verbs } from '#verbs/all.ts'
export { findPlace } from '#verbs/find-place.ts'
export type { LedgerCostReport } from '#verbs/ledger-cost.ts'
export type { LedgerRun } from '#verbs/ledger-runs.ts'
export { epicContext } from '#verbs/library/epic-context.ts'
export { type LedgerRecord, readLedger } from '#verbs/library/read-ledger.ts'
export { retryContext } from '#verbs/library/retry-context.ts'
export { taskAttempts } from '#verbs/library/task-attempts.ts'
export type { TaskName } from '#verbs/library/task-name.ts'
export { type VerifyOptions, verifyTask } from '#verbs/library/verify-task.ts'
export type { Proof } from '#verbs/verify.ts'
export type { World } from '#verbs/world.ts'
export type { Evidence } from '#words/evidence.ts'
export { Fault, type FaultKind } from '#words/fault.ts'
export type { InstructionLoad, LoadedFile } from '#words/instructions.ts'
export type { Place } from '#words/place.ts'
export type { TaskHead, TaskStatus } from '#words/task.ts'
