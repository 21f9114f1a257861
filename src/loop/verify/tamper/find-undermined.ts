import type { Tampering } from '#words/evidence.ts'
import { isTestFile } from '../is-test-file.ts'
import type { ChangedText } from './changed-text.ts'
import { languageOf } from './languages/all.ts'
import { lineCounter } from './line-counter.ts'
import { SET_UP } from './new-phrases.ts'
import { squeezed } from './squeezed.ts'
import { stripSource } from './strip-source.ts'

type Looking = {
  readonly changes: readonly ChangedText[]
  /** What tests or their settings load. */
  readonly loaded: ReadonlySet<string>
}

/** What changes the very things that tests assert with, or makes a thing equal to anything, in JavaScript and Python. */
export function findUndermined({ changes, loaded }: Looking): Tampering[] {
  return changes.flatMap(({ path, before, after }): Tampering[] => {
    if (after === null || !HINTS.test(after)) return []
    const where = isTestFile(path) || SET_UP.test(path) || loaded.has(path) ? 'tests' : 'product'
    const known = new Set(phrasesIn({ path, where, text: before ?? '' }).map(({ text }) => squeezed(text)))
    const lineOf = lineCounter(after)
    return phrasesIn({ path, where, text: after })
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

type Where = 'tests' | 'product'

function phrasesIn({ path, where, text }: { path: string; where: Where; text: string }): Found[] {
  const language = languageOf(path)
  if (language === null) return []
  const { bare, code } = stripSource(text, language.tokens)
  const shapes = /\.py$/.test(path) ? pythonShapes(where) : scriptShapes(where, bare)
  return shapes.flatMap((shape) =>
    [...bare.matchAll(shape)].flatMap(({ index, 0: found }) => {
      const at = index + found.search(/\S/)
      return code[at] === bare[at] ? [{ at, text: found.replaceAll(/\s+/g, ' ').trim().slice(0, 80) }] : []
    }),
  )
}

function pythonShapes(where: Where): RegExp[] {
  const always = [
    /^[ \t]*(?:\w+\.)*TestCase\.(?:assert|fail)\w*[ \t]*=(?!=)|\bsetattr\(\s*(?:\w+\.)*TestCase\s*,\s*['"]assert/gm,
    /^[ \t]*builtins\.(?:isinstance|len|sum|abs|round|all|any|type|AssertionError|repr|str|int|float|sorted)[ \t]*=(?!=)/gm,
    /^[ \t]*pytest\.(?:raises|approx|fail|warns)[ \t]*=(?!=)/gm,
  ]
  return where === 'tests' ? always : [...always, EQUAL_TO_ANYTHING]
}

const EQUAL_TO_ANYTHING =
  /^[ \t]*def\s+__eq__\s*\([^()]*\)[^:\n]*:\s*(?:"""[^"]*"""\s*|'''[^']*'''\s*)?return\s+True[ \t]*$/gm

function scriptShapes(where: Where, bare: string): RegExp[] {
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
    ...(where === 'tests' ? [] : [/\bglobal(?:This)?\.(?:expect|assert)\s*=(?![=>])/g]),
  ]
}

/** What asserts, by the name that a file has for it. */
const ASSERTING =
  /\bimport\s+(?:\*\s+as\s+)?(\w+)\s*(?:,\s*\{[^{}]*\}\s*)?from\s*['"](?:(?:node:)?assert(?:\/strict)?|chai|expect|vitest|@jest\/globals)['"]|\b(?:const|let|var)\s+(\w+)\s*=\s*require\(\s*['"](?:(?:node:)?assert(?:\/strict)?|chai|expect)['"]\s*\)/g
