import type { Double, DoublesReader } from './contract.ts'
import { doublesOf } from './doubles-of.ts'

/** What vitest, jest, node:test, sinon or a plain assignment puts in the place of a part. A spy that lets all pass replaces nothing. */
export const scriptDoubles: DoublesReader = (source) => {
  const { bare } = source
  const spied = doublesOf(source, SPIED).filter(({ at, end }) => isFaked(bare, { at, end }))
  const stubbed = doublesOf(source, STUBBED).filter(
    ({ end }) => !/^[^\n]*\.callThrough\b/.test(bare.slice(end, end + NEAR)),
  )
  const set = doublesOf(source, ASSIGNED).filter(({ end }) => isFunction(bare, end))
  return [...spied, ...stubbed, ...set, ...doublesOf(source, FAKED), ...partsSet(source)]
}

const NEAR = 300
const OWNER = '(?<owner>[\\w$]+(?:\\.[\\w$]+)*)'
const PART = `${OWNER}(?:\\s+as\\s+[\\w$.<>]+)?\\s*,\\s*['"\`](?<member>[\\w$]+)['"\`]`
const FAKES =
  '(?:mock(?:ReturnValue|Implementation|ResolvedValue|RejectedValue)(?:Once)?|and\\.(?:returnValue|callFake|resolveTo))\\b'

const SPIED = [new RegExp(`(?<![\\w$.])(?:(?:vi|vitest|jest)\\.)?spyOn\\(\\s*${PART}[^()\\n]{0,20}\\)`, 'g')]
const STUBBED = [
  `(?<![\\w$.])(?:[\\w$]+\\.)?mock\\.(?:method|getter|property)\\(\\s*${PART}\\s*,\\s*(?!\\{)`,
  `(?<![\\w$.])(?:[\\w$]+\\.)+(?:stub|replaceGetter|replace)\\(\\s*${PART}\\s*[,)]`,
  `(?<![\\w$.])(?:Object\\.defineProperty|Reflect\\.(?:set|defineProperty))\\(\\s*${PART}\\s*,`,
].map((shape) => new RegExp(shape, 'g'))
const ASSIGNED = [
  `(?<![\\w$.])${OWNER}(?:\\.(?<member>[\\w$]+))[ \\t]*=(?![=>])[ \\t]*`,
  `(?<![\\w$.])${OWNER}\\[\\s*['"\`](?<member>[\\w$]+)['"\`]\\s*\\][ \\t]*=(?![=>])[ \\t]*`,
  `(?<![\\w$.])\\(\\s*${OWNER}\\s+as\\s+[\\w$.<>]+\\s*\\)\\.(?<member>[\\w$]+)[ \\t]*=(?![=>])[ \\t]*`,
].map((shape) => new RegExp(shape, 'g'))
/** What was watched before is given an answer: `cart.total.mockReturnValue(6)`. */
const FAKED = [
  new RegExp(
    `(?<![\\w$.])(?:(?:vi|jest)\\.mocked\\(\\s*|\\(\\s*)?${OWNER}\\.(?<member>[\\w$]+)(?:\\s+as\\s+[\\w$.<>]+)?\\s*\\)?\\s*\\.${FAKES}`,
    'g',
  ),
]

type Reach = { readonly at: number; readonly end: number }

/** Whether a spy answers in the place of what it watches: at once, or by the name that it is kept under. */
function isFaked(bare: string, { at, end }: Reach): boolean {
  if (new RegExp(`^(?:\\s*\\.\\w+\\([^()]*\\))*\\s*\\.${FAKES}`).test(bare.slice(end, end + NEAR)))
    return true
  const kept = /([\w$]+)\s*(?::[^=\n]*)?=\s*$/.exec(bare.slice(Math.max(0, at - 100), at))?.[1]
  return kept !== undefined && new RegExp(`(?<![\\w$.])${escaped(kept)}\\.${FAKES}`).test(bare)
}

/** Only what does something in the place of something else: values are what tests are given. */
function isFunction(bare: string, at: number): boolean {
  const value = bare.slice(at, at + NEAR)
  if (/^(?:async\b|function\b|\([^()]*\)\s*(?::[^=]*)?=>|[\w$]+\s*=>)/.test(value)) return true
  if (/^(?:[\w$]+\.)*(?:fn|stub|fake|fake\.\w+|spy)\s*(?:<[^<>]*>)?\(/.test(value)) return true
  const name = /^([\w$]+)\s*(?:;|\n|$|\})/.exec(value)?.[1]
  if (name === undefined) return false
  const word = escaped(name)
  return new RegExp(
    `\\bfunction\\s*\\*?\\s*${word}\\s*\\(|\\b(?:const|let|var)\\s+${word}\\s*=\\s*(?:async\\b|function\\b|\\([^()]*\\)\\s*=>|[\\w$]+\\s*=>|(?:[\\w$]+\\.)*(?:fn|stub|fake)\\()`,
  ).test(bare)
}

/** `Object.assign(Cart.prototype, { total: () => 6 })` */
function partsSet(source: Parameters<DoublesReader>[0]): Double[] {
  const shape = new RegExp(`(?<![\\w$.])Object\\.assign\\(\\s*${OWNER}\\s*,\\s*\\{(?<member>)`, 'g')
  return doublesOf(source, [shape]).flatMap(({ end, ...double }) => {
    const body = source.bare.slice(end, end + 4 * NEAR).split(/\}\s*\)/, 1)[0] ?? ''
    const parts = body.matchAll(
      /(?<=^|[,{}\n])\s*(?:async\s+)?([\w$]+)\s*(?:\([^()]*\)\s*\{|:\s*(?=[^\n]*(?:=>|\bfunction\b|\bfn\()))/g,
    )
    return [...parts].map(([, member = '']) => ({ ...double, member }))
  })
}

function escaped(name: string): string {
  return name.replaceAll('$', '\\$')
}
