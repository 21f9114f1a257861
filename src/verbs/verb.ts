import type * as z from 'zod'
import type { World } from './world.ts'

/**
 * One thing keel can do, as data. The command line's flags and help, the reference page, the MCP tool and,
 * later, the HTTP route all derive from this one definition.
 */
export type Verb<Input extends z.ZodObject, Output> = {
  readonly name: string
  /** One sentence, as in a list of verbs. */
  readonly summary: string
  /** What a person should know before using it. */
  readonly details: string
  readonly examples: readonly Example[]
  readonly input: Input
  /** The field of the input that may be given without its flag. */
  readonly positional?: keyof z.infer<Input> & string
  /**
   * What the entries are that it tells of while at work: a part of the `answer`, or mere `progress`, which a pipe is
   * spared. `null`: it tells of none.
   */
  readonly tells: 'answer' | 'progress' | null
  /** How an agent may call it; null where only a person should. */
  readonly tool: Tool<z.infer<Input>, Output> | null
  /** `any`: runs although the configuration is wrong, because it is there to say so. */
  readonly configuration: 'valid' | 'any'
  readonly run: (input: z.infer<Input>, world: World) => Promise<Output>
  /** True when the output is an answer that a script should stop on: exit code 1. */
  readonly hasFindings: (output: Output, input: z.infer<Input>) => boolean
}

/** What a verb is to an agent. Description and schema are those of the verb. */
export type Tool<Input, Output> = {
  readonly name: string
  /** Whether a call leaves anything behind: hosts let an agent read without asking. */
  readonly effect: 'reads' | 'adds'
  /** Fields of the input that are for a person alone: an agent is not offered them. */
  readonly withholds?: readonly (keyof Input & string)[]
  /** What is assumed where the agent does not say, if that is not what a person would get. */
  readonly assume?: (input: Input, world: World) => Input
  /**
   * Whether the answer is a text to be read as it is, or data with a text for who cannot use them. Hosts were seen to
   * show a model the data alone where there are any, and a page of code is no pleasure as a string in JSON.
   */
  readonly answers: 'text' | 'data'
  readonly answer: (output: Output) => string
}

export type Example = { readonly command: string; readonly explains: string }

export function defineVerb<Input extends z.ZodObject, Output>(
  verb: Verb<Input, Output>,
): Verb<Input, Output> {
  return verb
}
