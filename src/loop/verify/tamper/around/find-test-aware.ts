import type { Tampering } from '#words/evidence.ts'
import { isTestFile } from '../../is-test-file.ts'
import { SET_UP } from '../comparing/new-phrases.ts'
import { decidesAboutTests } from '../decides-about-tests.ts'
import { languageOf } from '../languages/all.ts'
import type { ChangedText } from '../text/changed-text.ts'
import { lineCounter } from '../text/line-counter.ts'
import { squeezed } from '../text/squeezed.ts'
import { stripSource } from '../text/strip-source.ts'

type Looking = {
  readonly changes: readonly ChangedText[]
  /** What tests or their settings load. */
  readonly loaded: ReadonlySet<string>
}

/** Where a program asks whether it is being tested, and did not before: what it does then is not what it does for others. */
export function findTestAware({ changes, loaded }: Looking): Tampering[] {
  return changes.flatMap(({ path, before, after }): Tampering[] => {
    if (after === null || isOfTests(path, loaded) || !ASKS.test(after)) return []
    const known = new Set(questionsIn(path, before ?? '').map(({ text }) => squeezed(text)))
    const lineOf = lineCounter(after)
    return questionsIn(path, after)
      .filter(({ text }) => !known.has(squeezed(text)))
      .map(({ at, text }) => ({
        kind: 'tautology',
        path,
        line: lineOf(at),
        text: `The program asks whether it is being tested: \`${text}\`.`,
      }))
  })
}

function isOfTests(path: string, loaded: ReadonlySet<string>): boolean {
  return (
    isTestFile(path) || SET_UP.test(path) || loaded.has(path) || decidesAboutTests(path) || BESIDE.test(path)
  )
}

/** What is made for tests or runs them, though it is none. */
const BESIDE =
  /(?:^|\/)(?:[^/]*(?:test|spec|mock|fixture|bench|jest|vitest|storybook)[^/]*|scripts|tools|build|examples?|docs?)(?:\/|\.\w+$)/i

const ASKS =
  /TEST|JEST|__vitest|junitxml|MOCHA|stack|lifecycle|npm_command|f_code|co_|f_globals|pytest|unittest|testing|cfg!|Args|argv|flag/

type Question = { readonly at: number; readonly text: string }

function questionsIn(path: string, text: string): Question[] {
  const [language, shapes] = [languageOf(path), SHAPES.find(({ paths }) => paths.test(path))?.shapes]
  if (language === null || shapes === undefined) return []
  const { bare, code } = stripSource(text, language.tokens)
  const tests = path.endsWith('.rs') ? bare.search(/#\[cfg\(test\)\]\s*(?:pub\s+)?mod\b/) : -1
  return shapes
    .flatMap((shape) => [...bare.matchAll(shape)])
    .filter(({ index }) => code[index] === bare[index] && (tests === -1 || index < tests))
    .map(({ index, 0: found }) => ({ at: index, text: found.replaceAll(/\s+/g, ' ').trim().slice(0, 80) }))
}

/** Only what nobody asks for another reason: an environment that is called “test” is also one to log less in. */
const SHAPES: readonly { readonly paths: RegExp; readonly shapes: readonly RegExp[] }[] = [
  {
    paths: /\.(?:[cm]?[jt]sx?|vue|svelte)$/,
    shapes: [
      /\b(?:process|import\.meta|Deno|Bun)\.env\b(?:\?\.|\.|\[\s*['"])(?:get\(\s*['"])?(?:NODE_TEST_\w+|VITEST(?:_\w+)?|JEST_WORKER_ID|TEST_WORKER_INDEX|MOCHA_\w+)\b/g,
      /\b__vitest_\w+/g,
      /\{[^{}]*\b(?:NODE_TEST_CONTEXT|VITEST|JEST_WORKER_ID)\b[^{}]*\}\s*=\s*process\.env\b/g,
      /\.stack\b[^;\n]*['"`/][^'"`\n;]*(?:\.test\b|\.spec\b|__tests__|node:test|vitest|jest|mocha)/g,
      /\bprocess\.(?:argv|execArgv)\b[^;\n]*['"`]--test\b/g,
      /\bprocess\.argv(?:\[\s*1\s*\]|\.at\(\s*1\s*\))[^;\n]*['"`/][^'"`\n;]*(?:\.(?:test|spec)\b|__tests__|vitest|mocha|jest)/g,
      /\b(?:npm_lifecycle_event|npm_command)\b[^;\n]{0,10}[!=]==?\s*['"`]t(?:est)?\b/g,
      /\.(?:startsWith|includes|indexOf|has)\(\s*['"`](?:NODE_TEST|VITEST|JEST_WORKER|MOCHA_)\w*['"`]/g,
    ],
  },
  {
    paths: /\.py$/,
    shapes: [
      /\b(?:os\.environ|os\.getenv|environ)\b[^\n]{0,10}['"]PYTEST_\w+['"]|['"]PYTEST_(?:CURRENT_TEST|VERSION)['"]\s+(?:not\s+)?in\b/g,
      /['"](?:_?pytest|unittest)['"]\s+(?:not\s+)?in\s+sys\.modules|\bsys\.modules\.get\(\s*['"](?:_?pytest|unittest)['"]/g,
      /\binspect\.(?:stack|getouterframes)\s*\([^\n]*(?:\n[^\n]*){0,2}?['"][^'"\n]*(?:test_|pytest|unittest|_test)[^'"\n]*['"]/g,
      // Where tests write their report, it can be written otherwise.
      /\bos\.environ\b[^\n]*(?:\n[^\n]*){0,4}?junitxml/g,
      /\bsys\.argv\b[^\n]*['"][^'"\n]*(?:pytest|unittest)/g,
      /\b(?:co_name|co_filename|co_qualname|f_globals)\b[^\n]*['"][^'"\n]*(?:test_|_test|pytest|unittest)/g,
    ],
  },
  {
    paths: /\.go$/,
    shapes: [
      /\btesting\.Testing\(\s*\)/g,
      /\bflag\.Lookup\(\s*"test\.\w+"\s*\)/g,
      /\bos\.Args\[0\][^\n]*"\.test"/g,
    ],
  },
  { paths: /\.rs$/, shapes: [/\bcfg!\(\s*test\s*\)/g] },
]
