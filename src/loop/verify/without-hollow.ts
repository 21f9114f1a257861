import { basename, dirname, join } from 'node:path'
import { readIfReadable } from '#kit/files.ts'
import type { TestResult } from './frameworks/contract.ts'
import { javascript } from './tamper/languages/javascript.ts'
import { stripSource } from './tamper/text/strip-source.ts'

/**
 * A file that asks for a framework's tests and names none was ended before it came to them: that is no test that passed. One that
 * exports something may be there for others. A script that asks for nothing is its own test, unless nothing is done in it.
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

/** Whether nothing is called or thrown in a file, nor in those that it only loads: comments, imports, a plain value. */
function isIdle(place: string, depth = 0): boolean {
  const bytes = readIfReadable(place)
  if (bytes === null || depth > DEPTH_MAX) return false
  const { bare } = stripSource(bytes.toString('utf8'), javascript.tokens)
  const loaded = [...bare.matchAll(LOADS)].flatMap(([, address]) => address ?? [])
  const { code } = stripSource(bare.replaceAll(LOADS, '').replaceAll(IMPORTS, ''), javascript.tokens)
  return (
    !/[(`]|\b(?:throw|await|new)\b/.test(code) &&
    loaded.every((address) => address.startsWith('.') && isIdle(join(dirname(place), address), depth + 1))
  )
}

const DEPTH_MAX = 3
/** What is loaded for what it does. */
const LOADS = /^[ \t]*(?:import\s*|require\(\s*)['"]([^'"\n]+)['"]\s*\)?;?/gm
/** What is loaded for what it has. */
const IMPORTS =
  /^[ \t]*import\s[^;'"()]*\sfrom\s*['"][^'"\n]+['"];?|^[ \t]*(?:const|let|var)\s+[^=;()]+=\s*require\(\s*['"][^'"\n]+['"]\s*\);?/gm

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
