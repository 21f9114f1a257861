import { retellCall, retellResult } from '#kit/retell-call.ts'
import { type AssistantEvent, parseStreamEvent, type UserEvent } from './stream-event.ts'

/** What a line of the stream says to people: messages, calls and what came of them. Nothing for the rest. */
export function retell(line: string): string[] {
  const event = parseStreamEvent(line)
  switch (event?.type) {
    case 'assistant':
      return event.message.content.flatMap(retellBlock)
    case 'user':
      return event.message.content.flatMap(retellAnswer)
    case 'result':
      return event.is_error ? (event.errors ?? [event.subtype]) : []
    default:
      return []
  }
}

function retellBlock({ type, text, name, input }: AssistantEvent['message']['content'][number]): string[] {
  if (type === 'tool_use') return [retellCall(name ?? 'tool', input)]
  return type === 'text' && text !== undefined ? text.trimEnd().split('\n') : []
}

function retellAnswer({ tool_use_id, content }: UserEvent['message']['content'][number]): string[] {
  if (tool_use_id === undefined) return []
  if (typeof content === 'string') return retellResult(content)
  const parts = Array.isArray(content) ? content : []
  const texts = parts.flatMap((part: { text?: unknown }) => (typeof part?.text === 'string' ? part.text : []))
  return retellResult(texts.join('\n'))
}
