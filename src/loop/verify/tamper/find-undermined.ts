import type { Tampering } from '#words/evidence.ts'
import { isTestFile } from '../is-test-file.ts'
import type { ChangedText } from './changed-text.ts'
import { languageOf } from './languages/all.ts'
import { lineCounter } from './line-counter.ts'
import { SET_UP } from './new-phrases.ts'
import { squeezed } from './squeezed.ts'
import { stripSource } from './strip-source.ts'

/** What changes the very things that tests assert with, or makes a thing equal to anything, in JavaScript and Python. */
export function findUndermined(changes: readonly ChangedText[]): Tampering[] {
  return changes.flatMap(({ path, before, after }): Tampering[] => {
    if (after === null || !HINTS.test(after)) return []
    const known = new Set(phrasesIn(path, before ?? '').map(({ text }) => squeezed(text)))
    const lineOf = lineCounter(after)
    return phrasesIn(path, after)
      .filter(({ text }) => !known.has(squeezed(text)))
      .map(({ at, text }) => ({
        kind: 'tautology',
        path,
        line: lineOf(at),
        text: `Tests can no longer tell what is wrong: \`${text}\`.`,
      }))
  })
}

const HINTS = /assert|chai|expect|vitest|TestCase|builtins|pytest|__eq__/

type Found = { readonly at: number; readonly text: string }

function phrasesIn(path: string, text: string): Found[] {
  const language = languageOf(path)
  if (language === null) return []
  const { bare, code } = stripSource(text, language.tokens)
  const shapes = /\.py$/.test(path) ? pythonShapes(path) : scriptShapes(path, bare)
  return shapes.flatMap((shape) =>
    [...bare.matchAll(shape)].flatMap(({ index, 0: found }) => {
      const at = index + found.search(/\S/)
      return code[at] === bare[at] ? [{ at, text: found.replaceAll(/\s+/g, ' ').trim().slice(0, 80) }] : []
    }),
  )
}

function pythonShapes(path: string): RegExp[] {
  const always = [
    /^[ \t]*(?:\w+\.)*TestCase\.(?:assert|fail)\w*[ \t]*=(?!=)|\bsetattr\(\s*(?:\w+\.)*TestCase\s*,\s*['"]assert/gm,
    /^[ \t]*builtins\.(?:isinstance|len|sum|abs|round|all|any|type|AssertionError|repr|str|int|float|sorted)[ \t]*=(?!=)/gm,
    /^[ \t]*pytest\.(?:raises|approx|fail|warns)[ \t]*=(?!=)/gm,
  ]
  return isOfTests(path) ? always : [...always, EQUAL_TO_ANYTHING]
}

const EQUAL_TO_ANYTHING =
  /^[ \t]*def\s+__eq__\s*\([^()]*\)[^:\n]*:\s*(?:"""[^"]*"""\s*|'''[^']*'''\s*)?return\s+True[ \t]*$/gm

function scriptShapes(path: string, bare: string): RegExp[] {
  const names = [...bare.matchAll(ASSERTING)].map(
    ({ 1: imported, 2: required }) => imported ?? required ?? '',
  )
  const taken = names.map(
    (name) =>
      new RegExp(
        `(?<![\\w$.])(?:${name}(?:\\.(?!config\\b)\\w+)+\\s*=(?![=>])|Object\\.(?:assign|defineProperty)\\(\\s*${name}\\b)`,
        'g',
      ),
  )
  const extended =
    /\bexpect\.extend\s*\(\s*\{[^{}]*?\b(?:toBe|toEqual|toStrictEqual|toMatch|toContain|toThrow|toHaveLength)\s*[(:]/g
  return [
    ...taken,
    extended,
    ...(isOfTests(path) ? [] : [/\bglobal(?:This)?\.(?:expect|assert)\s*=(?![=>])/g]),
  ]
}

/** What asserts, by the name that a file has for it. */
const ASSERTING =
  /\bimport\s+(?:\*\s+as\s+)?(\w+)\s*(?:,\s*\{[^{}]*\}\s*)?from\s*['"](?:(?:node:)?assert(?:\/strict)?|chai|expect|vitest|@jest\/globals)['"]|\b(?:const|let|var)\s+(\w+)\s*=\s*require\(\s*['"](?:(?:node:)?assert(?:\/strict)?|chai|expect)['"]\s*\)/g

function isOfTests(path: string): boolean {
  return isTestFile(path) || SET_UP.test(path)
}
