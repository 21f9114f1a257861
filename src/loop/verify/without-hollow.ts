import { basename, join } from 'node:path'
import { readIfReadable } from '#kit/files.ts'
import type { TestResult } from './frameworks/contract.ts'

/**
 * A file that asks for a framework's tests and names none was ended before it came to them: that is no test that passed. One that
 * exports something may be there for others. A script that asks for nothing is its own test.
 */
export function withoutHollow(
  { hollow = [], counts, failing, ran }: TestResult,
  folders: readonly string[],
): TestResult {
  const asking = hollow
    .map((file) => ({ file, text: textIn(folders, file) }))
    .filter(({ text }) => ASKS.some((asks) => asks.test(text)))
  const silenced = asking.filter(({ text }) => !EXPORTS.test(text))
  return {
    ...(ran === undefined ? {} : { ran }),
    counts: {
      ...counts,
      passed: Math.max(0, counts.passed - asking.length),
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
function textIn(folders: readonly string[], file: string): string {
  const found = folders.map((folder) => readIfReadable(join(folder, file))).find((bytes) => bytes !== null)
  return found?.toString('utf8') ?? ''
}

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
