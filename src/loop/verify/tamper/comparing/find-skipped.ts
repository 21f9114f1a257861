import { groupBy } from '#kit/group-by.ts'
import { remember } from '#kit/remember.ts'
import type { Tampering } from '#words/evidence.ts'
import type { Mark, TestCase, TestFile } from '../reading/test-file.ts'
import type { Matched, TestPair } from './match-tests.ts'

/**
 * Tests that ran and now do not. One that is new and skipped takes nothing away, and one that was skipped before has
 * lost nothing, wherever its mark stands now.
 */
export function findSkipped(pairs: readonly TestPair[], files: readonly TestFile[]): Tampering[] {
  const isExtended = remember((name: string) => isInherited(name, files))
  const isRunElsewhere = ({ path, passedBy }: TestCase) =>
    isExtended(abstractName(passedBy)) || isCalledElsewhere({ mark: passedBy, path, files })
  const skipped: { mark: Mark; test: TestCase }[] = []
  for (const { before, after } of pairs) {
    for (const { mark, old } of [
      { mark: after.skip, old: before.skip },
      { mark: after.earlyReturn, old: before.earlyReturn },
      { mark: isRunElsewhere(after) ? null : after.passedBy, old: before.passedBy },
    ]) {
      if (mark === null || (old !== null && (mark.isConditional || !old.isConditional))) continue
      skipped.push({ mark, test: after })
    }
  }
  const byMark = groupBy(skipped, ({ mark, test }) => `${test.path}\0${mark.at}`)
  return [...byMark.values()].flatMap((all): Tampering[] => {
    const tests = all.map(({ test }) => test)
    const mark = all.at(-1)?.mark
    if (mark === undefined) return []
    const names = `“${tests[0]?.leaf}”${tests.length > 1 ? ` and ${tests.length - 1} more` : ''}`
    const when = mark.isConditional ? ' under a condition' : ''
    return [
      {
        kind: 'test-skipped',
        path: tests[0]?.path ?? '',
        line: mark.line,
        text: `Tests that ran are now skipped${when}, by \`${mark.text.slice(0, 60)}\`: ${names}.`,
      },
    ]
  })
}

function abstractName(mark: Mark | null): string {
  return /^abstract class (\w+)$/.exec(mark?.text ?? '')?.[1] ?? ''
}

/** The tests of an abstract class are run by those that extend it. */
function isInherited(name: string, files: readonly TestFile[]): boolean {
  if (name === '') return false
  return files.some(({ source }) => new RegExp(`(?:\\bextends\\s+|:\\s*)${name}\\b`).test(source.code))
}

type Calling = { readonly mark: Mark | null; readonly path: string; readonly files: readonly TestFile[] }

/** A function with tests in it may be called from another file. */
function isCalledElsewhere({ mark, path, files }: Calling): boolean {
  const name = /^nobody calls `(.+)`$/.exec(mark?.text ?? '')?.[1]
  return name !== undefined && files.some((file) => file.path !== path && file.source.code.includes(name))
}

type Sides = {
  readonly before: readonly TestFile[]
  readonly after: readonly TestFile[]
  readonly matched: Matched
}

/** A place in what runs before each test that skips it now. */
export type Skipping = { readonly file: TestFile; readonly at: number; readonly text: string }

export function findSkippingHooks({ before, after, matched }: Sides): Skipping[] {
  const known = before.flatMap((file) => skipsInHooks(file).map(({ text }) => text))
  const concerned = new Set(matched.pairs.map((pair) => pair.after.path))
  return after.flatMap((file) => {
    // New tests may be skipped; what has no tests of its own may concern those of others.
    if (file.tests.length > 0 && !concerned.has(file.path)) return []
    return skipsInHooks(file).flatMap(({ at, text }): Skipping[] => {
      const place = known.indexOf(text)
      if (place !== -1) {
        known.splice(place, 1)
        return []
      }
      return [{ file, at, text }]
    })
  })
}

export function tellSkipping({ file, at, text }: Skipping): Tampering {
  const told = `What runs before the tests now skips them: \`${text.slice(0, 80)}\`.`
  return { kind: 'test-skipped', path: file.path, line: file.lineOf(at), text: told }
}

function skipsInHooks({ hooks, language, source }: TestFile): { at: number; text: string }[] {
  const places = new Map<number, string>()
  for (const { bodyFrom, to } of hooks) {
    for (const match of source.bare.slice(bodyFrom, to).matchAll(language.skips.inside)) {
      const at = bodyFrom + match.index + (/^\s*/.exec(match[0])?.[0].length ?? 0)
      if (source.code[at] === source.bare[at]) places.set(at, lineAt(source.bare, at))
    }
  }
  return [...places].map(([at, text]) => ({ at, text }))
}

function lineAt(text: string, at: number): string {
  const end = text.indexOf('\n', at)
  return text.slice(text.lastIndexOf('\n', at - 1) + 1, end === -1 ? text.length : end).trim()
}
