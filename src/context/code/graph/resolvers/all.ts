import type { MakeResolver } from '../resolver.ts'
import { resolveBash } from './bash.ts'
import { resolveC } from './c.ts'
import { resolveCSharp } from './c-sharp.ts'
import { resolveElixir } from './elixir.ts'
import { resolveGo } from './go.ts'
import { resolveJavascript } from './javascript.ts'
import { resolveJvm } from './jvm.ts'
import { resolveLua } from './lua.ts'
import { resolveMarkdown } from './markdown.ts'
import { resolvePhp } from './php.ts'
import { resolvePython } from './python.ts'
import { resolveRuby } from './ruby.ts'
import { resolveRust } from './rust.ts'
import { resolveSwift } from './swift.ts'

/** By grammar. */
export const resolvers: Readonly<Record<string, MakeResolver>> = {
  bash: resolveBash,
  c: resolveC,
  c_sharp: resolveCSharp,
  cpp: resolveC,
  elixir: resolveElixir,
  go: resolveGo,
  java: resolveJvm,
  javascript: resolveJavascript,
  kotlin: resolveJvm,
  lua: resolveLua,
  markdown: resolveMarkdown,
  php: resolvePhp,
  python: resolvePython,
  ruby: resolveRuby,
  rust: resolveRust,
  scala: resolveJvm,
  swift: resolveSwift,
  tsx: resolveJavascript,
  typescript: resolveJavascript,
}
