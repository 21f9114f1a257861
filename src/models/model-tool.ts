import * as z from 'zod'
import type { ModelTool, ToolResult } from './contract.ts'

/** A tool whose input is what its schema says. A slip of the model's, or a failure of ours, is an answer it can read. */
export function modelTool<Schema extends z.ZodType>({
  run,
  ...shown
}: Omit<ModelTool, 'input' | 'run'> & {
  readonly input: Schema
  readonly run: (input: z.output<Schema>) => ToolResult | Promise<ToolResult>
}): ModelTool {
  return {
    ...shown,
    run: async (sent) => {
      const parsed = shown.input.safeParse(sent)
      if (!parsed.success) return { kind: 'failed', text: `Wrong input.\n${z.prettifyError(parsed.error)}` }
      try {
        return await run(parsed.data)
      } catch (error) {
        return { kind: 'failed', text: `The tool failed: ${error instanceof Error ? error.message : error}` }
      }
    },
  }
}
