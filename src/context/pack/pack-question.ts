import type { OnRefusal } from '#context/code/walk/ask-status.ts'
import type { TokenCounter } from '#kit/tokens.ts'
import type { Strategy } from './fit/strategy.ts'
import type { KnowledgeVoice } from './knowledge-voice.ts'
import type { Emphasis } from './rank-files.ts'
import type { Domains } from './task/describe-task.ts'

/** What a pack is asked for. */
export type PackQuestion = {
  readonly root: string
  readonly task: string
  /** Paths that are in, whatever the text says. */
  readonly targets: readonly string[]
  /** Whether whoever gets the pack may see a path. */
  readonly mayShow: (path: string) => boolean
  readonly domains: Domains
  /** One of the domains, where it is known; null to go by the text. */
  readonly domain: string | null
  /** Tokens the text may take. It never takes more. */
  readonly budget: number
  /** Files whose score, as a part of the best one's, is below this are not looked at. */
  readonly minRelevance: number
  readonly strategy: Strategy
  readonly summaryTokensMax: number
  readonly emphasis: Emphasis
  /** A store of knowledge that may be asked; null where there is none. */
  readonly knowledge: KnowledgeVoice | null
  readonly countTokens: TokenCounter
  /** Where what was read of the repository is kept; null to keep nothing. */
  readonly cache: string | null
  readonly onRefusal?: OnRefusal | undefined
  readonly signal?: AbortSignal | undefined
}
