import type { Phrase } from './contract.ts'
import { phrasesOf } from './phrases-of.ts'

/** What a plugin of pytest's, such as any `conftest.py`, does to tests and to what is told of them. */
export function pytestUndermining(bare: string): Phrase[] {
  return [...phrasesOf(bare, CHANGED), ...swallowingHooks(bare)]
}

/** What a test runs, what it raised, what is reported of it, and how many failed. */
const PARTS = '(?:_?obj|runtest|__code__|_?excinfo|_exception|_result|wasxfail|testsfailed)'

/** That something failed may be said of these; that all passed is an exit, and is told as one. */
const SAID = `(?:outcome|exitstatus)[ \\t]*=(?!=|\\s*(?:['"](?:passed|failed)['"]|\\d+\\b|(?:\\w+\\.)*ExitCode\\.[A-Z]))`

const CHANGED = [
  // An object of one's own may have parts of that name.
  `^[ \\t]*(?!(?:self|cls)\\.\\w+[ \\t]*=)[\\w.()[\\]]+\\.(?:${PARTS}[ \\t]*=(?!=)|${SAID})`,
  `\\b(?:vars\\([^()\\n]*\\)|__dict__)\\[\\s*['"](?:${PARTS}|outcome|exitstatus)['"]\\s*\\]\\s*=(?!=)`,
  `\\bsetattr\\(\\s*(?!self\\b)[\\w.]+\\s*,\\s*['"](?:${PARTS}|outcome|exitstatus)['"]\\s*,(?!\\s*['"](?:passed|failed)['"])`,
  '\\.force_(?:result|exception)\\s*\\(',
  `\\bTestReport\\s*\\([^\\n]*\\boutcome\\s*=\\s*['"]passed['"]`,
  '\\bCallInfo(?:\\.from_call)?\\s*\\(',
  // As if it had been typed: then tests are set up, or listed, and none is run.
  `\\boption\\.(?:setup_?only|setup_?plan|collect_?only)[ \\t]*=(?!=|[ \\t]*(?:False|None)\\b)`,
  '\\bsys\\.(?:meta_path|path_hooks)(?:\\.(?:insert|append|extend)\\s*\\(|(?:\\[[^\\]\\n]*\\])?\\s*\\+?=(?!=))',
  '\\bos\\._exit\\s*\\(\\s*(?!\\d+\\s*\\))',
].map((shape) => new RegExp(shape, 'gm'))

/** Hooks that run a test, or wait for its end, and do not hand on what it raises. */
function swallowingHooks(bare: string): Phrase[] {
  return [...bare.matchAll(HOOK)].flatMap(({ index, 0: text, groups: { body = '' } = {} }): Phrase[] => {
    const swallowed = SUPPRESSES.test(body) || caughtIn(body)
    return swallowed && RUNS.test(body) ? [{ at: index, text: text.split('\n', 1)[0] ?? '' }] : []
  })
}

const HOOK =
  /^def\s+pytest_(?:pyfunc_call|runtest_\w+|fixture_setup)\s*\([^)]*\)[^:\n]*:(?<body>[^\n]*(?:\n(?:[ \t][^\n]*)?)*)/gm
const RUNS = /\byield\b|\.runtest\s*\(|\.obj\s*\(|\btestfunction\s*\(|\.function\s*\(/
const SUPPRESSES = /\bsuppress\s*\(|\bpytest\.raises\s*\(/

/** Whether something is caught and not raised again. */
function caughtIn(body: string): boolean {
  const [, ...caught] = body.split(/^[ \t]*except\b/m)
  return caught.some((rest) => !/\braise\b|\bfail\s*\(/.test(rest))
}
