import { retellCall, retellResult } from '#kit/retell-call.ts'
import { parseStreamEvent } from './stream-event.ts'

/** What a line of the stream says to people: messages, calls and what came of them. Nothing for the rest. */
export function retell(line: string): string[] {
  const event = parseStreamEvent(line)
  switch (event?.type) {
    case 'turn.failed':
      return [event.error.message]
    case 'error':
      return [event.message]
    case 'item.completed': {
      const { type, text, command, aggregated_output, exit_code, changes, tool } = event.item
      if (type === 'agent_message') return (text ?? '').trimEnd().split('\n')
      if (type === 'command_execution')
        return [
          retellCall('run', { command }),
          ...retellResult(aggregated_output ?? ''),
          `  [exit code ${exit_code ?? 'none'}]`,
        ]
      if (type === 'file_change')
        return (changes ?? []).map(({ path, kind }) => retellCall(kind ?? 'change', { path }))
      return type === 'mcp_tool_call' ? [retellCall(tool ?? 'tool', event.item.arguments)] : []
    }
    default:
      return []
  }
}
