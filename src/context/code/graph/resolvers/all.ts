import type { MakeResolver } from '../resolver.ts'
import { resolveGo } from './go.ts'
import { resolveJavascript } from './javascript.ts'
import { resolvePython } from './python.ts'

/** By grammar. */
export const resolvers: Readonly<Record<string, MakeResolver>> = {
  go: resolveGo,
  javascript: resolveJavascript,
  python: resolvePython,
  tsx: resolveJavascript,
  typescript: resolveJavascript,
}
