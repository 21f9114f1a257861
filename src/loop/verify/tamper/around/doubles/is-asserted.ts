import type { TestCase } from '../../reading/test-file.ts'
import type { Double } from './contract.ts'
import type { Origins } from './origins-in.ts'

type Asking = {
  readonly test: Pick<TestCase, 'text' | 'assertions'>
  readonly double: Double
  /** Where what is replaced comes from. */
  readonly module: string
  /** Where the names of the test's file come from. */
  readonly origins: Origins
}

/** Whether a test asserts something of what the replaced part gives: then it asserts what it made itself. */
export function isAsserted({ test, double, module, origins }: Asking): boolean {
  const use = useOf(double)
  const isOf = (text: string) =>
    [...text.matchAll(use)].some(({ index, 1: holder }) => {
      if (holder === undefined && text[index - 1] === '.') return true
      const origin = origins(holder ?? double.member)
      return origin === undefined ? holder !== undefined : isSameModule(origin, module)
    })
  const heard = test.assertions.filter(({ text }) => !OF_CALLS.test(text))
  if (heard.some(({ text }) => isOf(text))) return true
  const named = [...test.text.matchAll(NAMED)].flatMap(([, names = '', value = '']) =>
    isOf(value) ? names.split(/[^\w$]+/) : [],
  )
  return heard.some(({ words }) => named.some((name) => words.has(name)))
}

/** How a test speaks of a part: it calls it, or reads it where it is one that is read. */
function useOf({ member, text }: Double): RegExp {
  const isRead = /['"]get['"]|[gG]etter\(|\b(?:defineProperty|property|PropertyMock)\(/.test(text)
  return new RegExp(
    `(?:([\\w$]+)(?:\\(\\))?\\s*[!?]?\\.\\s*)?(?<![\\w$])${member.replaceAll('$', '\\$')}${isRead ? '(?![\\w$]|\\s*=(?!=))' : '\\s*(?:<[^<>()]*>)?\\('}`,
    'g',
  )
}

/** That something was called may be asked of a double alone. */
const OF_CALLS =
  /toHaveBeen|toHaveReturned|toHaveLast|toHaveNth|\.called|callCount|\.mock\b|assert_(?:any_call|called|has_calls|not_called|awaited)|\.call_(?:args|count)|sinon\.assert/

const NAMED = /(?<![\w$.])((?:[A-Za-z_$][\w$]*|[{[][\w$,\s:]*[}\]]))\s*(?::[^=\n]*)?:?=(?![=>])([^\n]*)/g

/** Relative addresses of one file differ from place to place: the last word of them does not. */
export function isSameModule(one: string, other: string): boolean {
  const [longer, shorter] = [partsOf(one), partsOf(other)]
  return (
    longer.at(-1) === shorter.at(-1) ||
    longer.includes(shorter.at(-1) ?? '') ||
    shorter.includes(longer.at(-1) ?? '')
  )
}

function partsOf(module: string): string[] {
  return module
    .replace(/(?:\/index)?(?:\.[cm]?[jt]sx?)?$/, '')
    .split(/[./]+/)
    .filter((part) => part !== '')
}
