import type { Language } from '../language.ts'
import { javascript } from './javascript.ts'
import { tsx } from './tsx.ts'

/**
 * The language that a text is parsed as. JavaScript with the types of Flow is nearest to TypeScript: the grammar of plain JavaScript loses its
 * way at the first of them, in three of four files.
 */
export function dialectOf(language: Language, source: string): Language {
  return language === javascript && FLOW.test(headOf(source)) ? tsx : language
}

const FLOW = /@flow\b/

/** The comments that a file begins with: Flow looks nowhere else. */
function headOf(source: string): string {
  return /^(?:#!.*)?(?:\s|\/\/.*|\/\*[\s\S]*?\*\/)*/.exec(source.slice(0, HEAD_MAX))?.[0] ?? ''
}

const HEAD_MAX = 4000
