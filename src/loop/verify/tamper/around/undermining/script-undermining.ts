import type { Asking, Phrase } from './contract.ts'
import { phrasesOf } from './phrases-of.ts'

/** What changes the things that JavaScript's tests assert with. */
export function scriptUndermining({ bare, where }: Asking): Phrase[] {
  const asserting = `(?:${[...namesIn(bare), INLINE].join('|')})`
  const part = '(?:\\.(?!config\\b)[\\w$]+|\\[[^\\]\\n]*\\])'
  const taken = [
    `(?<![\\w$.])(?:delete\\s+)?${asserting}(?:\\s*\\))?${part}+\\s*(?:\\?\\?|&&|\\|\\|)?=(?![=>])`,
    `(?<![\\w$])(?:${CHANGES})\\(\\s*(?:\\(?\\s*await\\s+)?${asserting}(?![\\w$]|\\.(?!strict\\b|Assertion\\b|prototype\\b|default\\b))`,
  ].map((shape) => new RegExp(shape, 'g'))
  return [
    ...phrasesOf(bare, taken),
    ...matchersIn(bare),
    ...phrasesOf(bare, [ALL_EQUAL]),
    ...builtInsIn(bare),
    ...(bare.includes('handleTestEvent') ? phrasesOf(bare, ON_EVENTS) : []),
    ...(where === 'product' ? phrasesOf(bare, ONLY_OF_PRODUCT) : assignedIn(bare)),
    ...(where === 'set-up' ? replacedIn(bare) : []),
  ]
}

const MODULE = `['"](?:(?:node:)?assert(?:/strict)?|chai|expect|vitest|@vitest/expect|@jest/globals|@jest/expect|power-assert)['"]`

/** What gives the module for its name, without a name for it. */
const INLINE = `(?:import|[\\w$.]+(?:\\([^()\\n]*\\))?)\\(\\s*${MODULE}\\s*\\)`

/** What changes the thing that it is given first. */
const CHANGES =
  'Object\\.(?:assign|definePropert(?:y|ies)|setPrototypeOf)|Reflect\\.(?:set|defineProperty|deleteProperty|setPrototypeOf)|(?:[\\w$]+\\.)*(?:mock\\.(?:method|getter|setter|property)|spyOn|stub|replaceGetter|replaceSetter|replaceProperty)'

/** What asserts, by the names that a file has for it. */
function namesIn(bare: string): string[] {
  const given = [...bare.matchAll(GIVEN)].flatMap(({ groups = {} }) => [
    groups['imported'] ?? groups['made'] ?? '',
    ...(groups['some'] ?? groups['parts'] ?? '').split(',').map(objectIn),
  ])
  const names = new Set(given.filter((name) => name !== ''))
  for (const [, name = '', other = ''] of bare.matchAll(ALSO_CALLED)) if (names.has(other)) names.add(name)
  return [...names].map((name) => name.replaceAll('$', '\\$'))
}

const GIVEN = new RegExp(
  [
    `\\bimport\\s+(?:\\*\\s+as\\s+)?(?<imported>[\\w$]+)?\\s*,?\\s*(?:\\{(?<some>[^{}]*)\\})?\\s*from\\s*${MODULE}`,
    `\\b(?:const|let|var)\\s+(?:(?<made>[\\w$]+)|\\{(?<parts>[^{}]*)\\})\\s*=\\s*(?:\\(?\\s*await\\s+)?${INLINE}`,
  ].join('|'),
  'g',
)

const ALSO_CALLED =
  /\b(?:const|let|var)\s+([\w$]+)\s*=\s*([\w$]+)(?:\.(?:strict|default|Assertion|prototype))*\s*(?=;|\n|$)/g

/** Of names that are taken out of a module, the one of a thing that all tests share: a single function is one's own. */
function objectIn(part: string): string {
  const [name = '', other = name] = part.trim().split(/\s*:\s*|\s+as\s+/)
  return /^(?:assert|expect|strict|default|Assertion|AssertionError|chai)$/.test(name) ? other : ''
}

/** `expect.extend({ toBe: () => ({ pass: true }) })` */
function matchersIn(bare: string): Phrase[] {
  return [...bare.matchAll(/\bexpect\.extend\s*\(\s*\{/g)].flatMap(({ index }) => {
    const body = bare.slice(index, index + BODY_MAX).split(/\n\}\s*\)/, 1)[0] ?? ''
    return [...body.matchAll(MATCHER)].map(({ index: at, 1: text = '' }) => ({ text, at: index + at }))
  })
}

/** `expect.addEqualityTesters([() => true])` */
const ALL_EQUAL =
  /\bexpect\.addEqualityTesters\s*\(\s*\[[^\]]*?=>\s*(?:true\b|!0|\{\s*return\s+(?:true\b|!0))/g

/** What matchers are made of, for everybody: `Object.is = () => true`. Where it may be missing, it may be filled in. */
function builtInsIn(bare: string): Phrase[] {
  return phrasesOf(bare, [BUILT_IN]).filter(({ at, text }) => {
    const name = /^[\w.]+/.exec(text)?.[0] ?? ''
    const around = bare.slice(Math.max(0, at - 200), at + 200)
    return !['!', 'typeof ', '= '].some((asking) => around.includes(`${asking}${name}`))
  })
}

const BUILT_IN =
  /(?<![\w$.])(?:Object\.(?:is|keys|getPrototypeOf)|Array\.isArray|JSON\.stringify)\s*=(?![=>])/g

/** What an environment of jest's makes of the events that it is told of: what went wrong in a test, what it runs, and whether it is run. */
const ON_EVENTS = [
  /(?<!\bthis)\.errors\s*(?:=(?![=>])|\.length\s*=(?![=>])|\.(?:splice|pop|shift|fill)\s*\()/g,
  /\bevent\.name\s*=(?![=>])|\btest\.(?:fn|mode|status)\s*=(?![=>])/g,
]

const BODY_MAX = 4000
const MATCHER =
  /(?<=[{,]\s*)(?:async\s+)?["']?(to(?:Be|Equal|StrictEqual|Throw|ThrowError|Match|MatchObject|MatchSnapshot|MatchInlineSnapshot|Contain|ContainEqual|HaveLength|HaveProperty|HaveBeenCalled\w*|HaveReturned\w*|BeTruthy|BeFalsy|BeNull|BeUndefined|BeDefined|BeNaN|BeCloseTo|BeGreaterThan\w*|BeLessThan\w*|BeInstanceOf|BeTypeOf))["']?\s*[:(,}]/g

/** `assert.equal = () => {}`, but not `globalThis.expect = chai.expect`. */
function assignedIn(bare: string): Phrase[] {
  return [...bare.matchAll(ASSIGNED)].flatMap(({ index, 0: text, 1: name = '' }): Phrase[] => {
    const value = /^[^\n;]*/.exec(bare.slice(index + text.length))?.[0] ?? ''
    const isItself = new RegExp(`^\\s*(?:[\\w$]+\\.)*${name}\\b`).test(value)
    return isItself ? [] : [{ text, at: index }]
  })
}

const ASSIGNED =
  /\b(?:assert(?:\.strict)?\.(equal|notEqual|strictEqual|notStrictEqual|deepEqual|deepStrictEqual|notDeepEqual|notDeepStrictEqual|ok|match|throws|rejects|doesNotThrow|fail)|(?:globalThis|global|window)\.(expect|assert|it|test))\s*=(?![=>])/g

/** `vi.mock('../src/total')` in what is loaded before all tests. */
function replacedIn(bare: string): Phrase[] {
  return [...bare.matchAll(/\b(?:vi|jest)\.(?:mock|doMock)\s*\(\s*(?:import\s*\(\s*)?['"](\.[^'"\n]+)['"]/g)]
    .filter(({ index, 1: address = '' }) => {
      const rest = bare.slice(index, index + 600).split(/\n(?=\S)/, 1)[0] ?? ''
      return (
        !/\.(?:css|scss|less|svg|png|jpe?g|json)$/.test(address) &&
        !/Actual|importOriginal|spy\s*:/.test(rest)
      )
    })
    .map(({ index, 0: text }) => ({ text, at: index }))
}

const ONLY_OF_PRODUCT = [
  /\bglobal(?:This)?\.(?:expect|assert)\s*=(?![=>])/g,
  // Whoever is asked for every module may give another one for that which asserts.
  /(?<![\w$.])(?:Module|module\.constructor|require\(\s*['"](?:node:)?module['"]\s*\))\.(?:prototype\.(?:require|load)|_load)\s*=(?![=>])/g,
  /\basymmetricMatch\s*(?::\s*)?(?:\([^()]*\)\s*(?:=>\s*)?)(?:true\b|!0|\{\s*return\s+(?:true\b|!0))/g,
]
