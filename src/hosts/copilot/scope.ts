import { readFrontMatter } from '../front-matter.ts'
import { splitGlobs } from '../split-globs.ts'

/** What the front matter of an instruction or rule file says about when it counts. */
export type Scope =
  | { readonly kind: 'always' }
  | { readonly kind: 'matching'; readonly globs: readonly string[] }
  /** It is kept from this one of GitHub's agents. */
  | { readonly kind: 'excluded'; readonly agent: string }

/** Both kinds of file may use either field, and `applyTo` wins, even if it is empty. */
export function scopeOf(text: string): Scope {
  const front = readFrontMatter(text)
  if (front.kind !== 'fields') return { kind: 'always' }
  const { fields, broken } = front
  const agent = stringsIn(fields['excludeAgent']).find((name) => OWN_NAMES.has(name))
  // A line that is not YAML leaves the patterns alone, but makes Copilot CLI forget whom the file is kept from.
  if (agent !== undefined && broken.length === 0) return { kind: 'excluded', agent }
  const globs = stringsIn('applyTo' in fields ? fields['applyTo'] : fields['paths']).flatMap(splitGlobs)
  const isEverything = globs.length === 1 && EVERYTHING.has(globs[0] ?? '')
  return globs.length === 0 || isEverything ? { kind: 'always' } : { kind: 'matching', globs }
}

/** Copilot CLI takes itself for the coding agent, by its old name and by its new one. */
const OWN_NAMES = new Set(['coding-agent', 'cloud-agent'])

const EVERYTHING = new Set(['**', '**/*', '*'])

function stringsIn(value: unknown): string[] {
  return [value].flat().filter((item) => typeof item === 'string')
}
