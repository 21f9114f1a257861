import { type TreePair, treeChanges } from '#kit/tree-changes.ts'
import type { Tampering } from '#words/evidence.ts'
import { changedTests } from './changed-tests.ts'
import { isTestFile } from './is-test-file.ts'
import { isPipeline } from './tamper/commands/read-pipeline.ts'
import { decidesAboutTests } from './tamper/decides-about-tests.ts'
import { languageOf } from './tamper/languages/all.ts'
import { enclosing } from './tamper/reading/enclosing.ts'
import type { TestFile } from './tamper/reading/test-file.ts'
import type { ChangedText } from './tamper/text/changed-text.ts'
import { lineCounter } from './tamper/text/line-counter.ts'
import { lineUpTo } from './tamper/text/line-up-to.ts'
import { pairBrackets } from './tamper/text/pair-brackets.ts'
import { stripSource } from './tamper/text/strip-source.ts'
import { textsOfChanges } from './tamper/text/texts-of-changes.ts'
import { testsNamed } from './tests-named.ts'

type Turning = TreePair & {
  /** The tests that failed before the work, and do not now. */
  readonly turned: readonly string[]
}

/**
 * Where tests that failed before the work may be tried more often than they were: keel forgives no such test that it fails once, and
 * a framework that tries it until it passes would say nothing of it. Of others, a few tries are nobody's business.
 */
export async function findRetried({ turned, ...trees }: Turning): Promise<Tampering[]> {
  if (turned.length === 0) return []
  const texts = await textsOf(trees)
  const known = Math.max(0, ...texts.flatMap(({ path, before }) => triesIn(path, before ?? '').map(triesOf)))
  const fresh = texts.flatMap((text) => newTries(text, known))
  if (fresh.length === 0) return []
  const concerns = await concernsTurned(trees, turned)
  return fresh.filter(concerns).map(({ path, line, text }) => ({
    kind: 'command-changed',
    path,
    line,
    text: `What failed before the work has to pass at once, and may be tried again now: \`${text}\`.`,
  }))
}

/** What may say how often something is tried. */
async function textsOf({ root, from, to }: TreePair): Promise<ChangedText[]> {
  const changes = ((await treeChanges({ root, from, to })) ?? []).filter(
    ({ what, path }) => what === 'file' && shapesFor(path).length > 0,
  )
  return textsOfChanges(root, changes)
}

type Tries = { readonly path: string; readonly at: number; readonly line: number; readonly text: string }

/** What is tried more often than anything was. The first tests of a browser come with settings of their own. */
function newTries({ path, before, after }: ChangedText, known: number): Tries[] {
  if (after === null || (before === null && BROWSERS.test(path))) return []
  return triesIn(path, after).filter((one) => triesOf(one) > known)
}

const BROWSERS = /(?:^|\/)(?:playwright|cypress|wdio)[^/]*$/

function triesIn(path: string, text: string): Tries[] {
  const tokens = languageOf(path)?.tokens
  const bare = tokens === undefined ? text.replaceAll(COMMENT, blank) : stripSource(text, tokens).bare
  const lineOf = lineCounter(text)
  return shapesFor(path).flatMap((shape) =>
    [...bare.matchAll(shape)].flatMap(({ index, 0: found }) => {
      const at = index + found.search(/\S/)
      const step = /[^\n;&|]*$/.exec(bare.slice(Math.max(0, at - STEP_MAX), at))?.[0] ?? ''
      if (FETCHES.test(step) || isOfServer({ path, text: bare, at })) return []
      return [{ path, at, line: lineOf(at), text: found.replaceAll(/\s+/g, ' ').trim().slice(-60) }]
    }),
  )
}

const STEP_MAX = 400

/** In Vite's settings, what is said of its server and the like, and nowhere inside of that of tests. */
function isOfServer({ path, text, at }: { path: string; text: string; at: number }): boolean {
  if (!/(?:^|\/)vite\.config\.\w+$/.test(path)) return false
  const { code } = stripSource(text, languageOf(path)?.tokens ?? [])
  const heads = enclosing({ brackets: pairBrackets(code), from: 0, at }).map((open) => lineUpTo(text, open))
  return heads.some((head) => OF_SERVER.test(head)) && !heads.some((head) => OF_TESTS.test(head))
}

const OF_SERVER =
  /(?<![\w$])["']?(?:server|preview|build|css|resolve|define|optimizeDeps|plugins|proxy)["']?\s*:\s*$/
const OF_TESTS = /\btest\b/

/** What is fetched over a network is tried again by whoever can. */
const FETCHES =
  /\b(?:(?:curl|wget2?|aria2c|gsutil|rsync|aws|apt(?:-get)?)|(?:pip3?|pipx|uv(?:\s+pip)?|poetry|gem|bundle|conda|npm|docker|skopeo)\s+(?:install|ci|sync|add|download|pull|push|copy|login))\s/

const COMMENT = /^[ \t]*(?:#|;|\/\/)[^\n]*/gm

function blank(text: string): string {
  return ' '.repeat(text.length)
}

/** One that does not say how often is tried once more, at the least. */
function triesOf({ text }: Pick<Tries, 'text'>): number {
  return Math.max(1, ...(text.match(/\d+/g) ?? []).map(Number))
}

function shapesFor(path: string): readonly RegExp[] {
  // What a pipeline does again as a whole is nothing that keel has run.
  if (isPipeline(path)) return SETTINGS.slice(1)
  if (decidesAboutTests(path) || /(?:^|\/)nextest\.toml$/.test(path)) return SETTINGS
  if (isTestFile(path)) return [...(path.endsWith('.rb') ? RUBY_HEADS : HEADS), ...ANYWHERE]
  return /\.(?:[cm]?[jt]sx?|py|rb)$/.test(path) ? ANYWHERE : []
}

const SETTINGS: readonly RegExp[] = [
  /(?<![\w$-])["']?(?:retry|retries)["']?\s*[:=]\s*(?:[1-9]\d*|[\w.!]+\s*\?[^,\n}]*[1-9]\d*|\{\s*count\s*[:=]\s*[1-9]\d*)/g,
  /--(?:retry|retries|reruns|flaky-max-runs|flake-attempts)[=\s"',]+[1-9]\d*/g,
  /\brerunFailingTestsCount(?:>|=)\s*[1-9]\d*|\bmaxRetries(?:\.set\(|\s*=\s*)[1-9]\d*|^\s*reruns\s*=\s*[1-9]\d*/gm,
]

/** In what a test is told beside its name, before or after it. */
const HEADS: readonly RegExp[] = [
  /(?<![\w$.])(?:it|test|describe|suite|context|specify)(?:\.\w+)*\s*\([^\n]*\{[^{}\n]*\bretr(?:y|ies)\s*:\s*[1-9]\d*/g,
  /\}\s*,\s*\{[^{}\n]*\bretry\s*:\s*[1-9]\d*/g,
  /@(?:pytest\.mark\.)?flaky\b[^\n]*|@(?:RetryingTest|RepeatedIfExceptionsTest|Retry)\b[^\n]*/g,
]

const RUBY_HEADS: readonly RegExp[] = [
  /^[ \t]*(?:it|specify|example|scenario|describe|context)\b[^\n]*\bretry(?::|\s*=>)\s*[1-9]\d*/gm,
]

const ANYWHERE: readonly RegExp[] = [
  /\bjest\.retryTimes\(\s*[1-9]\d*|\bthis\.retries\(\s*[1-9]\d*|\bdefault_retry_count\s*=\s*[1-9]\d*/g,
]

/** Whether something is about a test that turned green: about it alone, about its file, or about all tests. */
async function concernsTurned(
  trees: TreePair,
  turned: readonly string[],
): Promise<(tries: Tries) => boolean> {
  const { before, after, pairs } = await changedTests(trees)
  const tests = before.flatMap((file) => file.tests)
  const named = new Set(turned.flatMap((id) => testsNamed(id, tests)))
  const green = new Set(pairs.flatMap((pair) => (named.has(pair.before) ? [pair.after] : [])))
  const isOfGreen = (file: TestFile, at: number) => {
    const around = file.testAt(at)
    const test = around ?? file.tests.find(({ from }) => from >= at && isHeading(file, { at, from })) ?? null
    return test === null ? file.tests.some((one) => green.has(one)) : green.has(test)
  }
  return ({ path, at }) => {
    const file = isTestFile(path) ? after.find((one) => one.path === path) : undefined
    // What has no tests is loaded before them.
    return file === undefined || file.tests.length === 0 || isOfGreen(file, at)
  }
}

/** Whether what stands above a test is said of it: nothing but marks is between them. */
function isHeading({ source }: TestFile, { at, from }: { at: number; from: number }): boolean {
  return /^\s*@[^\n]*(?:\n\s*@[^\n]*)*\n?\s*$/.test(source.bare.slice(at, from))
}
