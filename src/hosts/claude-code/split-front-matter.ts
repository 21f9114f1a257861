import { parse } from 'yaml'
import { splitGlobs } from '../split-globs.ts'
import { rulePatterns } from './rule-patterns.ts'

export type FrontMatter = {
  /** The patterns of `paths` as they are written; null where there are none, or where they match everything. */
  readonly paths: readonly string[] | null
  readonly body: string
  /** How many lines lie before the body. */
  readonly lines: number
}

/** Front matter stands at the very start and is dropped, in files of every kind, even where it is not valid YAML. */
export function splitFrontMatter(text: string): FrontMatter {
  const found = FRONT_MATTER.exec(text)
  if (found === null) return { paths: null, body: text, lines: 0 }
  const [whole, matter = ''] = found
  return { paths: pathsOf(matter), body: text.slice(whole.length), lines: whole.split('\n').length - 1 }
}

/** Any three dashes end it, in the middle of a line too: so does the program. */
const FRONT_MATTER = /^---\s*\n([\s\S]*?)---\s*\n?/

/** A rule whose patterns all mean everything waits for nothing. */
function pathsOf(matter: string): string[] | null {
  const { paths } = parseYaml(matter) ?? parseYaml(quoteInvalidLines(matter)) ?? {}
  const globs = [paths]
    .flat()
    .filter((value) => typeof value === 'string')
    .flatMap(splitGlobs)
  return rulePatterns(globs).every((pattern) => pattern === '**') ? null : globs
}

function parseYaml(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = parse(text, { logLevel: 'error' })
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return null
  }
}

/** `paths: *.ts` is an unknown alias in YAML and a pattern to everybody else. */
function quoteInvalidLines(matter: string): string {
  return matter.replaceAll(/^([\w-]+):[ \t]+(.+)$/gm, (line: string, key: string, value: string) =>
    parseYaml(line) === null ? `${key}: ${JSON.stringify(value)}` : line,
  )
}
