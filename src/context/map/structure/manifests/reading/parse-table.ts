import { type ParseError, parse as parseJsonc } from 'jsonc-parser'
import { parse as parseTomlText } from 'smol-toml'
import { parse as parseYamlText } from 'yaml'

export type Table = Readonly<Record<string, unknown>>

/** Problems never quote the text: a line that is broken may hold a secret. */
export type Parsed =
  | { readonly kind: 'table'; readonly table: Table }
  | { readonly kind: 'broken'; readonly problem: string }

/** With comments and trailing commas, which many files that are called JSON have. */
export function parseJson(text: string): Parsed {
  const errors: ParseError[] = []
  return tableOf('JSON', () => {
    const value: unknown = parseJsonc(withoutMark(text), errors, { allowTrailingComma: true })
    const [first] = errors
    if (first !== undefined) throw Object.assign(new Error(), { pos: [first.offset], text })
    return value
  })
}

export function parseToml(text: string): Parsed {
  return tableOf('TOML', () => parseTomlText(withoutMark(text)))
}

/** Tags that only the program knows for which the file is meant are taken for what they stand before. */
export function parseYaml(text: string): Parsed {
  return tableOf('YAML', () => {
    try {
      const options = { logLevel: 'error', prettyErrors: false, uniqueKeys: false, merge: true } as const
      return parseYamlText(withoutMark(text), options)
    } catch (error) {
      throw Object.assign(error as Error, { text })
    }
  })
}

function tableOf(format: string, parse: () => unknown): Parsed {
  try {
    const value = parse()
    if (isTable(value)) return { kind: 'table', table: value }
    return { kind: 'broken', problem: `holds no table of ${format}` }
  } catch (error) {
    const line = lineOf(error)
    return { kind: 'broken', problem: `is not valid ${format}${line === null ? '' : `, line ${line}`}` }
  }
}

export function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function lineOf(error: unknown): number | null {
  if (!isTable(error)) return null
  const { line, pos, text } = error
  if (typeof line === 'number') return line
  if (!Array.isArray(pos) || typeof pos[0] !== 'number' || typeof text !== 'string') return null
  return text.slice(0, pos[0]).split('\n').length
}

function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text
}
