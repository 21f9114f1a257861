import type { Language } from '../language.ts'
import { bash } from './bash.ts'
import { c } from './c.ts'
import { cSharp } from './c-sharp.ts'
import { cpp } from './cpp.ts'
import { elixir } from './elixir.ts'
import { go } from './go.ts'
import { java } from './java.ts'
import { javascript } from './javascript.ts'
import { kotlin } from './kotlin.ts'
import { lua } from './lua.ts'
import { markdown } from './markdown.ts'
import { php } from './php.ts'
import { python } from './python.ts'
import { ruby } from './ruby.ts'
import { rust } from './rust.ts'
import { scala } from './scala.ts'
import { swift } from './swift.ts'
import { tsx } from './tsx.ts'
import { typescript } from './typescript.ts'

/** One line a language. */
export const languages: readonly Language[] = [
  bash,
  c,
  cSharp,
  cpp,
  elixir,
  go,
  java,
  javascript,
  kotlin,
  lua,
  markdown,
  php,
  python,
  ruby,
  rust,
  scala,
  swift,
  tsx,
  typescript,
]

/** The language that a file is written in, by its name; null for one that keel does not parse. */
export function languageOf(path: string): Language | null {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const byName = BY_NAME.get(name)
  if (byName !== undefined) return byName
  const dot = name.lastIndexOf('.')
  return dot === -1 ? null : (BY_EXTENSION.get(name.slice(dot).toLowerCase()) ?? null)
}

const BY_NAME = new Map(
  languages.flatMap((language) => (language.fileNames ?? []).map((name) => [name, language] as const)),
)
const BY_EXTENSION = new Map(
  languages.flatMap((language) => language.extensions.map((extension) => [extension, language] as const)),
)
