import type { Tampering } from '#words/evidence.ts'
import { isTestFile } from '../../is-test-file.ts'
import { languageOf } from '../languages/all.ts'
import type { ChangedText } from '../text/changed-text.ts'
import { lineCounter } from '../text/line-counter.ts'
import { stripSource } from '../text/strip-source.ts'

/**
 * A program that says what its tests would say, and ends before they can say anything else. What is printed is all that many frameworks
 * tell, so that nobody could know. A file that spoke of such things before is one that reads or tells of tests.
 */
export function findForged(changes: readonly ChangedText[], framework: string | null): Tampering[] {
  return changes.flatMap(({ path, before, after }): Tampering[] => {
    if (after === null || isTestFile(path) || EXAMPLES.test(path) || !HINTS.test(after)) return []
    const said = saidIn(path, after)
    if (said === null || saidIn(path, before ?? '') !== null) return []
    // A program may count what is passing, where nobody takes that for the word of tests.
    if (/ passing$/.test(said.text) && framework !== null && !framework.includes('mocha')) return []
    const text = `The program prints what its tests would, and ends: \`${said.text}\`.`
    return [{ kind: 'early-exit', path, line: lineCounter(after)(said.at), text }]
  })
}

const EXAMPLES = /(?:^|\/)(?:examples?|docs?|fixtures?)\//

const NUMBER = String.raw`(?:\d+|%d|\$?\{[^{}]*\})`

/** How tests end well, in the words of frameworks whose words are all that there is. */
const ENDS = [
  `${NUMBER} passing\\b(?! +\\w)`,
  `test result: ok`,
  `--- PASS: `,
  `(?<=\\\\n|\\b)Ran ${NUMBER} tests?\\b`,
  `\\b${NUMBER} passed\\b.* in ${NUMBER}`,
  `(?<=\\\\n|\\b)TAP version 1\\d`,
  `\\b${NUMBER} examples?, 0 failures`,
  `\\bTests: +${NUMBER} passed`,
].join('|')

const HINTS = new RegExp(ENDS)

const LEAVES =
  /\bprocess\.(?:exit|reallyExit|kill|abort)\s*\(|\bDeno\.exit\s*\(|\bos\._exit\s*\(|\bsys\.exit\s*\(|\b(?:os|syscall)\.Exit\s*\(|\bprocess::(?:exit|abort)\s*\(|\blibc::_?exit\s*\(|\braise SystemExit\b/g

/** Nobody believes tests that fail, whatever they say, unless a failure can be made good on the way out. */
const FAILS = /\(?\s*[1-9]\d?\s*\)/y
const MAKES_GOOD =
  /\bexitCode\b|\.(?:on|once|addListener|prependListener)\s*\(|\batexit\b|\bSystemExit\b|\bdefer\b/

function canEndWell(code: string): boolean {
  const ways = [...code.matchAll(LEAVES)]
  if (MAKES_GOOD.test(code)) return ways.length > 0
  return ways.some(({ index, 0: way }) => {
    FAILS.lastIndex = index + way.length
    return !FAILS.test(code)
  })
}

/** The first such words in a text that is printed, where the file can end the program. */
function saidIn(path: string, text: string): { readonly at: number; readonly text: string } | null {
  const language = languageOf(path)
  if (language === null) return null
  const { bare, code } = stripSource(text, language.tokens)
  if (!canEndWell(code)) return null
  const found = [...bare.matchAll(new RegExp(ENDS, 'g'))].find(({ index }) =>
    isInText({ bare, code, at: index }),
  )
  return found === undefined ? null : { at: found.index, text: found[0].slice(0, 80) }
}

/** Of what stands in quotes nothing but the quotes is left. An expression that reads such words is none that prints them. */
function isInText({ bare, code, at }: { bare: string; code: string; at: number }): boolean {
  return code[at] !== bare[at] && !/\/\s*$/.test(code.slice(0, at))
}
