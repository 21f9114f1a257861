import type { TestLanguage } from './contract.ts'
import { cpp } from './cpp.ts'
import { csharp } from './csharp.ts'
import { elixir } from './elixir.ts'
import { go } from './go.ts'
import { javascript } from './javascript.ts'
import { jvm } from './jvm.ts'
import { php } from './php.ts'
import { python } from './python.ts'
import { ruby } from './ruby.ts'
import { rust } from './rust.ts'
import { shell } from './shell.ts'
import { swift } from './swift.ts'

export function languageOf(path: string): TestLanguage | null {
  return LANGUAGES.find(({ paths }) => paths.test(path)) ?? null
}

const LANGUAGES: readonly TestLanguage[] = [
  javascript,
  python,
  go,
  rust,
  jvm,
  csharp,
  ruby,
  php,
  cpp,
  shell,
  elixir,
  swift,
]
