import { splitOutside } from '../text/split-outside.ts'

/** What an assertion says of two things. */
export type Claim = {
  readonly relation: 'equal' | 'unequal' | 'ordered'
  readonly one: string
  readonly other: string
}

/** The claim of an assertion, as the assertions of many languages make it; null where it makes another. */
export function readClaim(text: string): Claim | null {
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  const stated = /^assert (?!=)(.+)$/.exec(plain)?.[1]
  if (stated !== undefined) return comparisonIn(firstOf(stated))
  const open = plain.indexOf('(')
  if (open === -1) return null
  const name = plain.slice(0, open).trim()
  const [inside, rest] = callAt(plain, open)
  return /(?:^|[.>:\s])(?:expect|Expect|Ω)$/.test(name) ? expectation(inside, rest) : claimOf(name, inside)
}

function firstOf(list: string): string {
  return splitOutside(list, ',')[0] ?? ''
}

function claimOf(name: string, inside: string): Claim | null {
  // What reports to Go's tests is handed on to whatever asserts.
  const list = inside.replace(/^(?:t|tt|tb|c|s\.T\(\)|suite\.T\(\)), /, '')
  const relation = relationOf(name)
  if (relation === null) return HOLDS.test(name) ? comparisonIn(firstOf(list)) : null
  const [one, other] = splitOutside(list, ',')
  return one === undefined || other === undefined ? null : { relation, one, other }
}

/** The claim that is made where something fails under a condition: that the condition does not hold. */
export function readGuard(condition: string): Claim | null {
  const last = splitOutside(condition.replaceAll(/\s+/g, ' '), ';').at(-1) ?? ''
  const claim = comparisonIn(last.replace(/^\((.*)\)$/, '$1'))
  if (claim === null || claim.relation === 'ordered') return claim
  return { ...claim, relation: claim.relation === 'equal' ? 'unequal' : 'equal' }
}

const HOLDS =
  /(?:^|[.>:])(?:assert|assert!|ok|isTrue|assertTrue|assert_true|True|isOk|truthy|XCTAssert|XCTAssertTrue|#expect|#require|REQUIRE|CHECK|EXPECT_TRUE|ASSERT_TRUE|require!|prop_assert!|debug_assert!)$/

function relationOf(name: string): Claim['relation'] | null {
  if (UNEQUAL.test(name)) return 'unequal'
  if (EQUAL.test(name)) return 'equal'
  return ORDERED.test(name) ? 'ordered' : null
}

const UNEQUAL =
  /(?:^|[.>:])(?:not(?:Strict|Deep|DeepStrict)?Equal|notSame|isnt|notEq|(?:XCT)?[aA]ssertNot(?:Almost)?(?:Equals?|Same)|assert_not_equal|refute_equal|assert_ne!|(?:Are)?Not(?:Equal|Same)|(?:EXPECT|ASSERT)_(?:STR)?NE)$/
const EQUAL =
  /(?:^|[.>:])(?:(?:strict|deep|deepStrict)?[eE]quals?|is|same|eql?|(?:XCT)?[aA]ssert(?:Almost|List|Dict|Count|Set|Tuple|Sequence|MultiLine|Array|Deep|Strict)?Equals?|assertSame|assert_equal|assert_eq!|Are(?:Equal|Same)|Equal(?:Values)?|Exactly|Same|(?:EXPECT|ASSERT)_(?:STR)?EQ)$/
const ORDERED =
  /(?:^|[.>:])(?:is(?:Above|Below|AtLeast|AtMost)|(?:XCT)?[aA]ssert(?:Greater|Less)\w*|(?:Greater|Less)(?:OrEqual)?|(?:EXPECT|ASSERT)_[GL][ET])$/

/** `expect(one).to.equal(other)`, with what other languages write in the place of the points. */
function expectation(one: string, rest: string): Claim | null {
  const path = /^(?:\.|->)[\w.>-]+(?: (?:eql?|equal|be)\b)?/.exec(rest)?.[0] ?? ''
  const tail = rest.slice(path.length).trim()
  const told = tail.startsWith('(') ? callAt(tail, 0)[0] : tail
  const wrapped = /^(?:Not\()?(?:Equal|BeEquivalentTo)\(([^()]*)\)/.exec(told)?.[1]
  const other = wrapped ?? told
  if (other === '') return null
  const matcher = wrapped === undefined ? (/\w+$/.exec(path)?.[0] ?? '') : 'Equal'
  const isNegated = NEGATED.test(path) || told.startsWith('Not(')
  if (/^(?:toBe|toEqual|toStrictEqual|equals?|eql?|be|Equal)$/.test(matcher))
    return { relation: isNegated ? 'unequal' : 'equal', one, other }
  return /^(?:toBe(?:Greater|Less)\w*|above|below|gte?|lte?|least|most|greaterThan|lessThan)$/.test(matcher)
    ? { relation: 'ordered', one, other }
    : null
}

const NEGATED = /(?:\.|->)(?:not|not_to|to_not|toNot|NotTo|ToNot|ShouldNot)(?![\w])/

/** A comparison and nothing more. */
function comparisonIn(text: string): Claim | null {
  if (splitOutside(text, LOGIC).length > 1) return null
  const [one = '', operator = '', other, ...more] = splitOutside(text, COMPARING)
  if (other === undefined || more.length > 0) return null
  const relation = /^!/.test(operator) ? 'unequal' : /^=/.test(operator) ? 'equal' : 'ordered'
  return { relation, one, other }
}

const LOGIC = /&&|\|\||\b(?:and|or|not|if|in|is)\b/y
const COMPARING = /(===?|!==?|>=|<=|(?<![-=])>(?![>=])|<(?![<=-]))/y

/** What stands in the brackets of a call, and what behind them. */
function callAt(text: string, open: number): [string, string] {
  const [inside = ''] = splitOutside(text.slice(open + 1), ')')
  return [inside, text.slice(open + 1 + inside.length).replace(/^\s*\)/, '')]
}
