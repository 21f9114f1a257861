import { packageFile } from '#kit/package-file.ts'
import type { CodeFile } from '../../src/context/code/graph/code-file.ts'
import { languageOf } from '../../src/context/code/languages/all.ts'
import { type Parsers, startParsing } from '../../src/context/code/parse/start-parsing.ts'
import type { Tags } from '../../src/context/code/tags.ts'
import { roleOf } from '../../src/context/code/walk/role-of.ts'

/** Files by their paths, with their text. */
export type Files = Readonly<Record<string, string>>

/** The code of a repository that is written out in a test, parsed as if it were one, in the order of its paths. */
export async function codeOf(files: Files): Promise<CodeFile[]> {
  const paths = Object.keys(files).sort()
  return await Promise.all(
    paths.map(async (path) => ({
      path,
      role: roleOf(path),
      grammar: languageOf(path)?.grammar ?? null,
      tags: await tagsOf(path, files[path] ?? ''),
    })),
  )
}

let parsing: Promise<Parsers> | null = null

/** What parsing finds in a text, by the language that its path says. */
export async function tagsOf(path: string, source: string): Promise<Tags> {
  const language = languageOf(path)
  if (language === null) return { definitions: [], references: [], imports: [], module: null }
  parsing ??= startParsing({ grammars: packageFile('dist/grammars') })
  const parse = await (await parsing)(language)
  const outcome = parse?.({ source, limitMs: 10_000 })()
  if (outcome?.kind !== 'parsed') throw new Error('it took too long')
  return outcome.tags
}
