import type { Tampering } from '#words/evidence.ts'
import type { Matched, Sides } from '../comparing/match-tests.ts'
import type { TestFile } from '../reading/test-file.ts'
import type { ChangedText } from '../text/changed-text.ts'
import { addressesIn, resolveAddress } from './loaded-files.ts'

type Looking = Sides & { readonly matched: Matched; readonly changes: readonly ChangedText[] }

/** What is put in the place of the program or of what asserts, in JavaScript: tests of it prove nothing. */
export function findStandIns({ before, after, matched, changes }: Looking): Tampering[] {
  const concerned = new Set(matched.pairs.map((pair) => pair.after.path))
  return after
    .filter(({ path, language }) => concerned.has(path) && language.bare !== undefined)
    .flatMap((file) => {
      const former = before.find(({ path }) => path === file.path)?.source.bare ?? ''
      return [
        ...mockedSubjects(file, former),
        ...homeMade(file.source.code, former),
        ...homeMadeTests(file.source.code, former),
        ...importedFakes({ file, former, changes }),
      ].map(({ at, text }) => ({ kind: 'tautology', path: file.path, line: file.lineOf(at), text }) as const)
    })
}

type Found = { readonly at: number; readonly text: string }

/** `calc.test.ts` that puts something else in the place of `./calc`. */
function mockedSubjects({ path, source: { bare, code } }: TestFile, former: string): Found[] {
  const subject = stem(path.slice(path.lastIndexOf('/') + 1))
  return [
    ...bare.matchAll(/\b(?:vi|jest)\.(?:mock|doMock)\s*\(\s*(?:import\s*\(\s*)?['"](\.[^'"\n]+)['"]/g),
  ].flatMap(({ index, 0: call, 1: address = '' }): Found[] => {
    const isSubject = stem(address.slice(address.lastIndexOf('/') + 1)) === subject && subject !== 'index'
    const isTested = new RegExp(`\\bfrom\\s*['"]${address.replaceAll('.', '\\.')}['"]`).test(bare)
    const rest = bare.slice(index, index + 1000).split(/\n(?=\S)/, 1)[0] ?? ''
    if (!isSubject || !isTested || code[index] !== bare[index] || former.includes(call)) return []
    if (/Actual|importOriginal|spy\s*:/.test(rest)) return []
    return [{ at: index, text: `What is tested here is replaced by something else: \`${call})\`.` }]
  })
}

function stem(name: string): string {
  return name.replace(/(?:[._-](?:test|spec|e2e))?(?:\.[cm]?[jt]sx?)?$/, '')
}

/** An `expect` of one's own that never fails. */
function homeMade(code: string, former: string): Found[] {
  const found = HOME_MADE.exec(code)
  if (found === null || HOME_MADE.test(former)) return []
  const rest =
    code.slice(found.index, found.index + 1500).split(/\n(?=(?:it|test|describe|import|suite)\b)/, 1)[0] ?? ''
  return FAILS.test(rest)
    ? []
    : [{ at: found.index, text: `\`${found[1] ?? found[2]}\` is made here, and never fails.` }]
}

const HOME_MADE =
  /(?<=^|\n)(?:export\s+)?(?:(?:async\s+)?function\s+(expect|assert)\s*\(|(?:const|let|var)\s+(expect|assert)\s*(?::[^=\n]*)?=\s*(?=\(|function\b|async\b|\{|new Proxy\b|\w+\s*=>))/
const FAILS = /\bthrow\b|\bfail\b|\breject\b|\bexpect\.|\bassert\.|\bchai\b|process\.exit|\bAssertionError\b/

/** A `test` of one's own that does not run each one as it is. */
function homeMadeTests(code: string, former: string): Found[] {
  return [...code.matchAll(HOME_MADE_TEST)].flatMap(({ index, 0: head, groups }): Found[] => {
    const name = Object.values(groups ?? {}).find((group) => group !== undefined)
    const rest = code.slice(index + head.length, index + 1500).split(/\n(?=[^\s})])/, 1)[0] ?? ''
    const run = /^[^(]{0,20}\(?\s*\w+[^,()=]*,\s*([\w$]+)/.exec(rest)?.[1]
    const isHandedOn = run === undefined || rest.split(run).length > 2
    if (former.includes(head.trim()) || (isHandedOn && !CHOOSES.test(rest))) return []
    return [{ at: index, text: `\`${name}\` is made here, and does not run every test as it is.` }]
  })
}

const HOME_MADE_TEST =
  /(?<=^|\n)(?:export\s+)?(?:(?:async\s+)?function\s+(?<named>it|test|describe|specify)\s*(?=\()|(?:const|let|var)\s+(?<made>it|test|describe|specify)\s*(?::[^=\n]*)?=\s*(?=\(|function\b|async\b|\w+\s*=>)|(?:globalThis\.|global\.|window\.)?(?<set>it|test|describe|specify)\s*=(?![=>])\s*(?=\(|function\b|async\b|\w+\s*=>))/g
const CHOOSES = /\?(?![.:])|\bif\b|&&|\|\||\.(?:skip|todo)\b|=>\s*\{\s*\}|\bfunction\s*\w*\(\s*\)\s*\{\s*\}/

/** An `expect` from a file of one's own that came with the change, and never fails. */
export function importedFakes({
  file,
  former,
  changes,
}: {
  file: TestFile
  former: string
  changes: readonly ChangedText[]
}): Found[] {
  const paths = changes.map(({ path }) => path)
  return addressesIn(file.source.bare).flatMap(({ at, address }): Found[] => {
    const target = resolveAddress({ from: file.path, address, paths })
    const source = changes.find(({ path }) => path === target)
    if (source === undefined || source.before !== null || source.after === null) return []
    const isFake = !FAILS.test(source.after) && !/\bfrom\s*['"]|\brequire\s*\(/.test(source.after)
    if (!isFake || former.includes(address)) return []
    return [{ at, text: `What asserts here comes from \`${target}\`, and never fails.` }]
  })
}
