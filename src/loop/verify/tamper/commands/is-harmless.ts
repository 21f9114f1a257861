/** Where a program is run: in a process of its own before the tests, or in theirs, before they are loaded. */
export type Running = 'before' | 'inside'

/**
 * Whether a program leaves the tests alone as far as one can read. A step that comes before them, and has to go well, can only do
 * harm by what it writes over; what is loaded into their own process can do anything, so that it may do little.
 */
export function isHarmless(text: string, running: Running): boolean {
  return !(running === 'before' ? WRITES : REACHES).some((shape) => shape.test(text))
}

/** Tests, what they assert with, and what they are run by. */
const OF_TESTS =
  /['"`](?:node:)?(?:assert|test)(?:\/\w+)?['"`]|\b(?:vitest|jest|mocha|chai|tap|ava|expect|node_modules)\b|[./_-](?:test|spec)s?\b|\b(?:tests?|specs?|__tests__)[/'"`]/
const READ_BY_NOBODY =
  /\beval\b|\bnew Function\b|['"](?:node:)?vm['"]|\bfromCharCode\b|\bbase64\b|\b(?:require|import)\s*\(\s*[^'"\s)]/

const WRITES: readonly RegExp[] = [OF_TESTS, READ_BY_NOBODY, /\bTAP version\b/]

const REACHES: readonly RegExp[] = [
  OF_TESTS,
  READ_BY_NOBODY,
  /\bprocess\.(?!env\b|cwd\b|platform\b|argv\b|version)\w+|\bDeno\.exit\b/,
  /\bchild_process\b|\bworker_threads\b|\binspector\b|\bregisterHooks\b|\bprototype\b|\b_load\b|\bcache\b|\bstdout\b/,
  // What it loads of the project's own would have to be read, too.
  /\b(?:from|import|require\s*\(|register\s*\()\s*['"][./]/,
  /\bglobal(?:This)?\.(?:it|test|describe|console|Error|Object|Promise)\b/,
]
