import { parse } from 'yaml'

/** What stands between the two `---` at the top of a Markdown file. */
export type FrontMatter =
  | { readonly kind: 'none' }
  /** The first line opens it, and no line closes it. */
  | { readonly kind: 'unclosed' }
  | {
      readonly kind: 'fields'
      readonly fields: Readonly<Record<string, unknown>>
      /** The lines that are not YAML. A field among them has its value as it is written. */
      readonly broken: readonly string[]
      /** What stands below. */
      readonly body: string
    }

/**
 * People and programs write `globs: *.ts` without quotes, which is not YAML. One such line must not hide the
 * others, so that a block that does not parse is read line by line.
 */
export function readFrontMatter(text: string): FrontMatter {
  const opening = /^\ufeff?---[ \t]*(?:\r?\n|$)/.exec(text)
  if (opening === null) return { kind: 'none' }
  const rest = text.slice(opening[0].length)
  const closing = /^---[ \t]*(?:\r?\n|$)/m.exec(rest)
  if (closing === null) return { kind: 'unclosed' }
  const source = rest.slice(0, closing.index)
  const body = rest.slice(closing.index + closing[0].length)
  const whole = parseYaml(source)
  if (whole === null) return { kind: 'fields', fields: {}, broken: [], body }
  if (isFields(whole)) return { kind: 'fields', fields: whole, broken: [], body }
  return { kind: 'fields', ...readByLine(source.split(/\r?\n/)), body }
}

/** Undefined where it is not YAML. */
function parseYaml(source: string): unknown {
  try {
    return parse(source, { logLevel: 'error' })
  } catch {
    return undefined
  }
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function readByLine(lines: readonly string[]): { fields: Record<string, unknown>; broken: string[] } {
  const fields: Record<string, unknown> = {}
  const broken: string[] = []
  for (const line of lines.filter((line) => !/^\s*(#|$)/.test(line))) {
    const parsed = parseYaml(line.trim())
    if (isFields(parsed)) {
      Object.assign(fields, parsed)
      continue
    }
    broken.push(line)
    const [, key, value = ''] = /^\s*([\w-]+):\s*(.*)$/.exec(line) ?? []
    if (key !== undefined) fields[key] = value.trim()
  }
  return { fields, broken }
}
