import type { Tampering } from '#words/evidence.ts'
import { isTestFile } from '../../is-test-file.ts'
import { SET_UP } from '../comparing/new-phrases.ts'
import { languageOf } from '../languages/all.ts'
import { javascript } from '../languages/javascript.ts'
import type { ChangedText } from '../text/changed-text.ts'
import { lineCounter } from '../text/line-counter.ts'
import { squeezed } from '../text/squeezed.ts'
import { stripSource } from '../text/strip-source.ts'
import type { Phrase, Where } from './undermining/contract.ts'
import { goUndermining } from './undermining/go-undermining.ts'
import { pythonUndermining } from './undermining/python-undermining.ts'
import { rustUndermining } from './undermining/rust-undermining.ts'
import { scriptUndermining } from './undermining/script-undermining.ts'

type Looking = {
  readonly changes: readonly ChangedText[]
  /** What tests or their settings load. */
  readonly loaded: ReadonlySet<string>
}

/** What changes the very things that tests assert with, or makes a thing equal to anything, in JavaScript, Python, Rust and Go. */
export function findUndermined({ changes, loaded }: Looking): Tampering[] {
  return changes.flatMap(({ path, before, after }): Tampering[] => {
    if (after === null || !HINTS.test(after)) return []
    const where = whereIs(path, loaded)
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

const HINTS =
  /assert|chai|expect|vitest|jest|TestCase|builtins|pytest|unittest|_obj|\.obj|runtest|excinfo|outcome|testsfailed|exitstatus|meta_path|_exit|__code__|__eq__|asymmetricMatch|handleTestEvent|isArray|stringify|Object\.|macro_rules|PartialEq|testing\.T|[Mm]odule|\.(?:mock|doMock)\b/

function whereIs(path: string, loaded: ReadonlySet<string>): Where {
  if (SET_UP.test(path) || loaded.has(path)) return 'set-up'
  return isTestFile(path) ? 'tests' : 'product'
}

function phrasesIn({ path, where, text }: { path: string; where: Where; text: string }): Phrase[] {
  const language = languageOf(path)
  if (language === null) return []
  const { bare, code } = stripSource(text, language.tokens)
  return phrasesFor({ path, where, bare }).flatMap(({ at: from, text: found }) => {
    const at = from + found.search(/\S/)
    return code[at] === bare[at] ? [{ at, text: found.replaceAll(/\s+/g, ' ').trim().slice(0, 80) }] : []
  })
}

function phrasesFor({ path, where, bare }: { path: string; where: Where; bare: string }): Phrase[] {
  if (path.endsWith('.py')) return pythonUndermining({ bare, where })
  if (path.endsWith('.rs')) return rustUndermining(bare)
  if (path.endsWith('.go')) return goUndermining(bare)
  return javascript.paths.test(path) ? scriptUndermining({ bare, where }) : []
}
