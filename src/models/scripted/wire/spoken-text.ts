/**
 * All text in a part of a request, in order. Each API has a dozen shapes of content and gains new ones; text is a
 * string, or what an object or a list has below `text`, `content`, `parts`, `output` or `response`.
 */
export function spokenText(content: unknown): string {
  return textsIn(content).join('\n')
}

function textsIn(content: unknown): string[] {
  if (typeof content === 'string') return [content]
  if (Array.isArray(content)) return content.flatMap(textsIn)
  if (typeof content !== 'object' || content === null) return []
  return Object.entries(content).flatMap(([key, value]) => (SPOKEN.has(key) ? textsIn(value) : []))
}

const SPOKEN = new Set(['text', 'content', 'parts', 'output', 'response'])
