import { type ParseError, parse as parseJsonc } from 'jsonc-parser'
import { parse as parseTomlText } from 'smol-toml'
import { parse as parseYamlText } from 'yaml'
import { isTooDeep } from '#kit/is-too-deep.ts'

export type Table = Readonly<Record<string, unknown>>

/** Problems never quote the text: a line that is broken may hold a secret. */
export type Parsed =
  | { readonly kind: 'table'; readonly table: Table }
  | { readonly kind: 'broken'; readonly problem: string }

/** With comments and trailing commas, which many files that are called JSON have. */
export function parseJson(text: string): Parsed {
  const errors: ParseError[] = []
  const parse = (): unknown => {
    const value: unknown = parseJsonc(withoutMark(text), errors, { allowTrailingComma: true })
    const [first] = errors
    if (first !== undefined) throw Object.assign(new Error(), { pos: [first.offset] })
    return value
  }
  return tableOf({ format: 'JSON', text, parse })
}

export function parseToml(text: string): Parsed {
  return tableOf({ format: 'TOML', text, parse: () => parseTomlText(withoutMark(text)) })
}

/** Tags that only the program knows for which the file is meant are taken for what they stand before. */
export function parseYaml(text: string): Parsed {
  if (text.length > YAML_MAX_CHARS) return { kind: 'broken', problem: 'is too large for YAML' }
  const options = { logLevel: 'error', prettyErrors: false, uniqueKeys: false, merge: true } as const
  return tableOf({ format: 'YAML', text, parse: () => parseYamlText(withoutMark(text), options) })
}

/** Errors alone can cost as much as the square of the length. */
const YAML_MAX_CHARS = 64 * 1024

type Reading = { readonly format: string; readonly text: string; readonly parse: () => unknown }

function tableOf({ format, text, parse }: Reading): Parsed {
  if (isTooDeep(text)) return { kind: 'broken', problem: 'is nested too deeply' }
  try {
    const value = parse()
    if (isTable(value)) return { kind: 'table', table: value }
    return { kind: 'broken', problem: `holds no table of ${format}` }
  } catch (error) {
    const line = lineOf(error, text)
    return { kind: 'broken', problem: `is not valid ${format}${line === null ? '' : `, line ${line}`}` }
  }
}

export function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function lineOf(error: unknown, text: string): number | null {
  if (!isTable(error)) return null
  const { line, pos } = error
  if (typeof line === 'number') return line
  if (!Array.isArray(pos) || typeof pos[0] !== 'number') return null
  return text.slice(0, pos[0]).split('\n').length
}

function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text
}
