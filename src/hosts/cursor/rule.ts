import { readFrontMatter } from '../front-matter.ts'
import { splitGlobs } from '../split-globs.ts'

/** A rule file by the three fields of its front matter that Cursor knows. */
export type Rule =
  | { readonly kind: 'always'; readonly text: string }
  | { readonly kind: 'matching'; readonly text: string; readonly globs: readonly string[] }
  /** The model sees the description and asks for the rest. */
  | { readonly kind: 'described'; readonly text: string }
  /** Nothing but its name brings it in. */
  | { readonly kind: 'manual'; readonly text: string }
  | { readonly kind: 'malformed' }

/** The first of the three that is set decides. The text is what stands below the front matter. */
export function readRule(source: string): Rule {
  const front = readFrontMatter(source)
  if (front.kind === 'none') return { kind: 'manual', text: source }
  // Cursor itself writes globs without quotes, which is not YAML. Any other such line makes it skip the rule.
  if (front.kind === 'unclosed' || front.broken.some((line) => !/^\s*globs:/.test(line))) {
    return { kind: 'malformed' }
  }
  const { body: text } = front
  const { alwaysApply, globs, description } = front.fields
  if (alwaysApply === true) return { kind: 'always', text }
  const patterns = [globs].flat().flatMap((glob) => (typeof glob === 'string' ? splitGlobs(glob) : []))
  if (patterns.length > 0) return { kind: 'matching', text, globs: patterns }
  const isDescribed = typeof description === 'string' && description.trim() !== ''
  return { kind: isDescribed ? 'described' : 'manual', text }
}
