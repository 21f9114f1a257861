import type { InstructionLoad } from '#words/instructions.ts'
import type { Place } from '#words/place.ts'
import type { AgentFile } from './agent-file.ts'
import type { Drive } from './drive.ts'

/**
 * What keel knows of a host. Shared code asks these fields and never which host it is talking to, so that
 * another host is one folder and one line in the registry, and with hooks one in each of their two lists.
 */
export type Host = {
  /** The name people use. */
  readonly title: string
  /** What the loading rules rest on: the version they were measured on, or the documents they were read in. */
  readonly basis: string
  readonly signs: HostSigns
  /** The command that puts its program on a machine; null where none can simply be pasted. */
  readonly install: string | null
  /** The file keel writes for this host beside AGENTS.md; null where AGENTS.md is all it needs. */
  readonly instructionFile: InstructionFile | null
  /** How a sub-agent that only reads is defined for it; null where it has none, or cannot keep one from writing. */
  readonly agentFile: AgentFile | null
  /** True for paths, relative to the project, that this host would load from somewhere. */
  readonly recognises: (path: string) => boolean
  /** Replays how the host finds, imports, strips and cuts its instruction files. */
  readonly loadInstructions: (request: LoadRequest) => InstructionLoad
  /** How keel runs it headless; null where keel cannot yet. */
  readonly drive: Drive | null
}

/** How a host shows that it is used: in the project, or merely on this machine. */
export type HostSigns = {
  readonly project: readonly string[]
  readonly home: readonly string[]
  readonly programs: readonly string[]
}

export type InstructionFile = {
  readonly path: string
  /** The template in `templates/sections`. */
  readonly template: string
  /**
   * Whether the host loads AGENTS.md by itself in the project at this root, so that its own file need not bring the
   * facts along. Only what the project itself says counts: the file is written for everybody who works there.
   */
  readonly readsAgentsFile: (root: string) => boolean
  readonly preamble?: string
  /** Written even where no sign of the host is found. */
  readonly always: boolean
  /** Creating the file makes the host stop reading AGENTS.md files, those in subdirectories too. */
  readonly hidesAgentsFiles: boolean
}

export type LoadRequest = {
  readonly place: Place
  /** Every file of the project that some host recognises, absolute, for what is loaded on demand. */
  readonly candidates: readonly string[]
}
