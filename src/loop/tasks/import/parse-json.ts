import { isTooDeep } from '#kit/is-too-deep.ts'

export type ParsedJson =
  | { readonly kind: 'value'; readonly value: unknown }
  /** Why not, in a sentence without a subject. */
  | { readonly kind: 'unreadable'; readonly reason: string }

export function parseJson(text: string): ParsedJson {
  if (text.trim() === '') return { kind: 'unreadable', reason: 'is empty' }
  if (isTooDeep(text)) return { kind: 'unreadable', reason: 'is nested deeper than anybody would write' }
  try {
    return { kind: 'value', value: JSON.parse(text) }
  } catch (error) {
    return { kind: 'unreadable', reason: `is not JSON: ${error instanceof Error ? error.message : error}` }
  }
}

/** An object of names and values; null for anything else. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** A text as people write one: numbers too, several under each other. Nothing else says anything. */
export function asText(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return Array.isArray(value)
    ? value
        .map(asText)
        .filter((text) => text !== '')
        .join('\n')
    : ''
}
