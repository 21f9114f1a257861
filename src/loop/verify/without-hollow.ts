import { basename, dirname, join } from 'node:path'
import { readIfReadable } from '#kit/files.ts'
import type { TestResult } from './frameworks/contract.ts'
import { javascript } from './tamper/languages/javascript.ts'
import { findSpans } from './tamper/reading/find-spans.ts'
import { pairBrackets } from './tamper/text/pair-brackets.ts'
import { type StrippedSource, stripSource } from './tamper/text/strip-source.ts'

/**
 * A file that asks for a framework's tests and names none was ended before it came to them: that is no test that passed. One that
 * exports something may be there for others. A script that asks for nothing is its own test, unless nothing in it can fail.
 */
export function withoutHollow(
  { hollow = [], counts, failing, ran }: TestResult,
  folders: readonly string[],
): TestResult {
  const files = hollow.map((file) => ({ file, ...textIn(folders, file) }))
  const asking = files.filter(({ text }) => ASKS.some((asks) => asks.test(text)))
  const silenced = asking.filter(({ text }) => !EXPORTS.test(text))
  const idle = files.filter((one) => !asking.includes(one) && one.place !== null && isIdle(one.place))
  const names = new Set(idle.flatMap(({ file }) => [file, `${file} > ${file}`]))
  return {
    ...(ran === undefined ? {} : { ran: ran.filter((name) => !names.has(name)) }),
    counts: {
      ...counts,
      passed: Math.max(0, counts.passed - asking.length - idle.length),
      failed: counts.failed + silenced.length,
    },
    failing: [
      ...failing,
      ...silenced.map(({ file }) => ({
        id: file,
        message: `${basename(file)} ended without a test.`,
        location: file,
      })),
    ],
  }
}

/** Some name files from the root, and some from where they are started. */
function textIn(folders: readonly string[], file: string): { place: string | null; text: string } {
  const places = folders.map((folder) => join(folder, file))
  const place = places.find((one) => readIfReadable(one) !== null) ?? null
  return { place, text: place === null ? '' : (readIfReadable(place)?.toString('utf8') ?? '') }
}

/** Whether nothing in a file can fail, nor in those that it only loads: comments, imports, values, functions nobody calls, words for people. */
function isIdle(place: string, depth = 0): boolean {
  const bytes = readIfReadable(place)
  if (bytes === null || depth > DEPTH_MAX) return false
  const { bare } = stripSource(bytes.toString('utf8'), javascript.tokens)
  const loaded = [...bare.matchAll(LOADS)].flatMap(([, address]) => address ?? [])
  return (
    !canFail(bare.replaceAll(LOADS, '').replaceAll(IMPORTS, '')) &&
    loaded.every((address) => address.startsWith('.') && isIdle(join(dirname(place), address), depth + 1))
  )
}

const DEPTH_MAX = 3
/** What is loaded for what it does. */
const LOADS = /^[ \t]*(?:import\s*|require\(\s*)['"]([^'"\n]+)['"]\s*\)?[ \t]*(?:;|$)/gm
/** What is loaded for what it has. */
const IMPORTS =
  /^[ \t]*import\s[^;'"()]*\sfrom\s*['"][^'"\n]+['"];?|^[ \t]*(?:const|let|var)\s+[^=;()]+=\s*require\(\s*['"][^'"\n]+['"]\s*\)[ \t]*(?:;|$)/gm

/** Whether a source without its imports does anything that is not its own, or known never to fail. */
function canFail(source: string): boolean {
  const inTemplates = [...source.matchAll(/\$\{([^{}]*)\}/g)].map(([, put = '']) => put)
  const live = [withoutUncalled(stripSource(source, javascript.tokens)), ...inTemplates].join('\n')
  if (FAILS.test(live)) return true
  const brackets = pairBrackets(live)
  const own = new Set(
    [...live.matchAll(DECLARED)].flatMap(([, name, given = '']) => name ?? given.split(/[\s,]+/)),
  )
  const isForeign = (name = '') => !own.has(name) && !HARMLESS.has(name)
  const called = [...live.matchAll(CALLED)].filter(
    ({ index, 0: text }) => !isDefinition({ live, brackets, at: index + text.length }),
  )
  // What is handed on is called by whoever gets it.
  return [...called, ...live.matchAll(HANDED_ON)].some(([, name, made]) => isForeign(name ?? made))
}

/** Without the functions that nothing else in the file speaks of. */
function withoutUncalled(source: StrippedSource): string {
  let live = source.code
  const functions = findSpans(
    { source, brackets: pairBrackets(source.code), decorators: 'none' },
    javascript.functions,
  )
  for (let left = functions, before = -1; left.length !== before; ) {
    before = left.length
    left = left.filter(({ name, at, to }) => {
      const others = live.slice(0, at) + live.slice(to)
      const isSpokenOf = new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}(?![\\w$])`).test(others)
      if (!isSpokenOf) live = live.slice(0, at) + ' '.repeat(to - at) + live.slice(to)
      return isSpokenOf
    })
  }
  return live
}

type Definition = {
  readonly live: string
  readonly brackets: ReturnType<typeof pairBrackets>
  readonly at: number
}

/** Whether the brackets behind a name are those of parameters: a body follows. */
function isDefinition({ live, brackets, at }: Definition): boolean {
  const close = live[at] === '(' ? brackets.partner(at) : -1
  return close !== -1 && /^\s*\{/.test(live.slice(close + 1, close + 50))
}

const FAILS =
  /\b(?:throw|reject|require|import|globalThis|global)\b|\.should\b|\bprocess\b(?!\.(?:stdout|stderr|env|argv|cwd|version|versions|platform|hrtime|uptime|memoryUsage|pid)\b)/
const DECLARED = /\b(?:function\s*\*?|const|let|var|class)\s+([A-Za-z_$][\w$]*)|\(([\w$,\s]*)\)\s*(?==>)/g
const CALLED =
  /(?<![\w$.])([A-Za-z_$][\w$]*)(?:\s*\??\.\s*[\w$]+|\s*\[[^[\]\n]*\])*\s*(?:\?\.)?(?=[(`])|\b(?:new|await)\s+([A-Za-z_$][\w$]*)(?=[^\w$])/g
const HANDED_ON = /[(,]\s*([A-Za-z_$][\w$]*)\s*(?=[,)])(?![^()\n]*\)\s*(?:=>|\{))/g
/** Words of the language, what is always there, and what only prints. */
const HARMLESS = new Set(
  'if for while switch catch function return typeof void delete in of do else case yield async await new class super this true false null undefined NaN Infinity console process JSON Math Object Array String Number Boolean BigInt Symbol Date Map Set WeakMap WeakSet Promise RegExp Error TypeError parseInt parseFloat isNaN isFinite setTimeout setInterval setImmediate clearTimeout clearInterval queueMicrotask structuredClone performance'.split(
    ' ',
  ),
)

const MODULE = `['"](?:node:)?test['"]`
/** Not those that only ask for what stands beside tests, such as mocks. */
const ASKS = [
  new RegExp(String.raw`^\s*import\s+(?!type\b)(?:\*|\w+)[^;'"]*\sfrom\s*${MODULE}`, 'm'),
  new RegExp(
    String.raw`^\s*import\s*\{[^}]*\b(?:test|it|describe|suite|default)\b[^}]*\}\s*from\s*${MODULE}`,
    'm',
  ),
  new RegExp(
    String.raw`(?:^|[;\s])(?:const|let|var)\s+\w+\s*=\s*(?:require|await\s+import)\(\s*${MODULE}`,
    'm',
  ),
  new RegExp(
    String.raw`\{[^}]*\b(?:test|it|describe|suite|default)\b[^}]*\}\s*=\s*(?:require|await\s+import)\(\s*${MODULE}`,
    'm',
  ),
  new RegExp(String.raw`require\(\s*${MODULE}\s*\)\s*(?:\(|\.\s*(?:test|it|describe|suite)\b)`, 'm'),
]
const EXPORTS = /^\s*(?:export\b|module\.exports\b|exports\.)/m
