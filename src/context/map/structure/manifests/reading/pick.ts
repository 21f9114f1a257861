import { isTable, type Table } from './parsed.ts'

/** What lies at a path of keys, if it is a table; an empty one otherwise. A manifest that is odd in one place is read in the others. */
export function pickTable(from: unknown, ...keys: readonly string[]): Table {
  const value = pick(from, keys)
  return isTable(value) ? value : {}
}

export function pickText(from: unknown, ...keys: readonly string[]): string | null {
  const value = pick(from, keys)
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

/** A list's texts; a single text is a list of one. */
export function pickTexts(from: unknown, ...keys: readonly string[]): readonly string[] {
  const value = pick(from, keys)
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

export function pickList(from: unknown, ...keys: readonly string[]): readonly unknown[] {
  const value = pick(from, keys)
  return Array.isArray(value) ? value : []
}

export function pickKeys(from: unknown, ...keys: readonly string[]): readonly string[] {
  return Object.keys(pickTable(from, ...keys))
}

export function has(from: unknown, ...keys: readonly string[]): boolean {
  return pick(from, keys) !== undefined
}

function pick(from: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>(
    (value, key) => (isTable(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    from,
  )
}
