import { guardRules } from '../guard-rules.ts'
import type { Call } from './deed.ts'
import type { Pattern } from './list-tests.ts'
import { type Options, readOptions } from './read-options.ts'
import { UNKNOWN, type Value } from './value.ts'

/** A search for texts, by whichever program. */
export type Grep = {
  readonly options: Options
  readonly patterns: readonly Pattern[]
  readonly places: readonly Value[]
  readonly isRecursive: boolean
  /** Whether it prints names of files and nothing else. */
  readonly isListing: boolean
  /** Whether it looks for what does not match. */
  readonly isInverted: boolean
}

export function readGrep({ name, words }: Pick<Call, 'name' | 'words'>): Grep {
  const isRipgrep = name === 'rg' || name === 'ag'
  const options = readOptions(words, isRipgrep ? RIPGREP_VALUED : GREP_VALUED)
  const { operands, has, valuesOf } = options
  const told = valuesOf('e', 'regexp')
  const isNamesOnly = isRipgrep && has('files')
  const isTold = told.length > 0 || has('f', 'file') || isNamesOnly
  const sources = isTold ? told : operands.slice(0, 1)
  const manner: Manner = {
    isFixed: has('F', 'fixed-strings') || name === 'fgrep',
    isBasic: !isRipgrep && !has('E', 'P', 'extended-regexp', 'perl-regexp') && name !== 'egrep',
    isWord: has('w', 'word-regexp'),
    isLine: has('x', 'line-regexp'),
  }
  const ignoresCase = has('i', 'ignore-case', 'S', 'smart-case')
  return {
    options,
    patterns: isNamesOnly
      ? []
      : [
          {
            source: has('f', 'file') ? null : anyOf(sources.map((one) => expressionOf(one, manner))),
            ignoresCase,
          },
        ],
    places: isTold ? operands : operands.slice(1),
    isRecursive: isRipgrep || name === 'git' || has('r', 'R', 'recursive', 'dereference-recursive'),
    isListing:
      isNamesOnly ||
      has('l', 'L', 'files-with-matches', 'files-without-match', 'name-only', 'files-with-match'),
    isInverted: has('v', 'invert-match', 'L', 'files-without-match'),
  }
}

const GREP_VALUED = [
  ...['e', 'f', 'A', 'B', 'C', 'm', 'd', 'D', 'regexp', 'file', 'include', 'exclude', 'exclude-dir'],
  ...['exclude-from', 'max-count', 'context', 'after-context', 'before-context', 'max-depth', 'threads'],
]

const RIPGREP_VALUED = [
  ...[
    'e',
    'f',
    'A',
    'B',
    'C',
    'm',
    'g',
    't',
    'T',
    'd',
    'j',
    'M',
    'E',
    'r',
    'regexp',
    'file',
    'glob',
    'iglob',
  ],
  ...[
    'type',
    'type-not',
    'max-count',
    'max-depth',
    'context',
    'threads',
    'encoding',
    'replace',
    'sort',
    'sortr',
  ],
  ...['ignore', 'ignore-dir', 'ignore-file', 'max-filesize', 'max-columns'],
]

type Manner = {
  readonly isFixed: boolean
  /** Whether a sign means itself, unless there is a backslash before it. */
  readonly isBasic: boolean
  readonly isWord: boolean
  readonly isLine: boolean
}

/** Null for what another engine would read in another way, or could keep this one busy. */
function expressionOf({ text }: Value, { isFixed, isBasic, isWord, isLine }: Manner): string | null {
  if (text.includes(UNKNOWN) || text.length > LENGTH_MAX) return null
  const plain = isFixed
    ? text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    : (isBasic ? extendedOf(text) : text).replaceAll(/\\[<>]/g, '\\b')
  const source = isLine ? `^(?:${plain})$` : isWord ? `\\b(?:${plain})\\b` : plain
  const isKnown = isFixed || !/\[\[:|\(\?|\\[pPQEzZAGKkhR1-9`']|[*+?}][+]/.test(source)
  return isKnown && guardRules.isBounded(source) && guardRules.isExpression(source) ? source : null
}

const LENGTH_MAX = 300

/** `\(a\|b\)` of a basic expression is `(a|b)` of an extended one, and the other way round. */
function extendedOf(basic: string): string {
  return basic.replaceAll(/\\?[(){}|+?]/g, (sign) => (sign.startsWith('\\') ? sign.slice(1) : `\\${sign}`))
}

function anyOf(sources: readonly (string | null)[]): string | null {
  return sources.length === 0 || sources.includes(null) ? null : sources.map((one) => `(?:${one})`).join('|')
}
