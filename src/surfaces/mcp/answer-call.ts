import type { CallToolResult } from '@modelcontextprotocol/server'
import type { AnyVerb } from '#verbs/all.ts'
import { asFault } from '#verbs/as-fault.ts'
import { runVerb } from '#verbs/run-verb.ts'
import type { World } from '#verbs/world.ts'
import { Fault } from '#words/fault.ts'

export type Call = {
  readonly verb: AnyVerb
  readonly tool: NonNullable<AnyVerb['tool']>
  /** As the verb's schema has let it through. */
  readonly input: Record<string, unknown>
  readonly createWorld: () => World
  readonly complain: (text: string) => void
}

/** Runs a verb for an agent. A fault is an answer, too: what happened, and what to do next. */
export async function answerCall({
  verb,
  tool,
  input,
  createWorld,
  complain,
}: Call): Promise<CallToolResult> {
  try {
    const world = createWorld()
    const output = await runVerb({ verb, input: tool.assume?.(input, world) ?? input, world })
    const content: CallToolResult['content'] = [{ type: 'text', text: tool.answer(output) }]
    return tool.answers === 'text' ? { content } : { content, structuredContent: { ...Object(output) } }
  } catch (thrown) {
    const error = asFault(thrown)
    if (!(error instanceof Fault)) complain(`keel mcp: ${error instanceof Error ? error.stack : error}\n`)
    return { content: [{ type: 'text', text: describe(error) }], isError: true }
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Fault)) return `A defect of keel: ${error instanceof Error ? error.message : error}`
  return error.hint === null ? error.message : `${error.message}\nTry: ${error.hint}`
}
