import { groupBy } from '#kit/group-by.ts'
import type { Assertion, TestCase } from '../reading/test-file.ts'
import { squeezed } from '../text/squeezed.ts'
import type { TestPair } from './match-tests.ts'
import { type Claim, readClaim, readGuard } from './read-claim.ts'

export type Weakened = {
  readonly assertion: Assertion
  readonly how: 'turned' | 'itself' | 'ordered'
}

/** Where a test said that a thing is a certain value, and now says the contrary, that it is itself, or nearly nothing. */
export function compareClaims({ before, after }: TestPair): Weakened[] {
  const [old, now] = [claimsOf(before), claimsOf(after)]
  const [oldKeys, nowKeys] = [new Set(old.map(keyOf)), new Set(now.map(keyOf))]
  const lost = old.filter((made) => made.relation === 'equal' && !nowKeys.has(keyOf(made)))
  const added = now.filter((made) => !oldKeys.has(keyOf(made)))
  const lostOf = groupBy(
    lost.flatMap((made) => sidesOf(made).map((side) => ({ side, made }))),
    ({ side }) => side,
  )
  const isStillTold = new Set(
    added.filter((made) => made.relation === 'equal' && made.one !== made.other).flatMap(sidesOf),
  )
  // Of a thing that is another one now, something else may be told.
  const isToldOf = new Set([...isStillTold].flatMap(ownerOf))
  return added.flatMap((made): Weakened[] => {
    const about = sidesOf(made).find((side) => lostOf.has(side) && !LITERAL.test(side))
    if (about === undefined || isStillTold.has(about)) return []
    if (made.relation === 'unequal' && ownerOf(about).some((owner) => isToldOf.has(owner))) return []
    const former = (lostOf.get(about) ?? []).map((one) => one.made)
    const how = howWeakened(made, former)
    return how === null ? [] : [{ assertion: made.assertion, how }]
  })
}

/** What a property is one of. */
function ownerOf(side: string): string[] {
  const owner = /^([\w$]+)[.[][\w$.[\]]*$/.exec(side)?.[1]
  return owner === undefined || /^\d/.test(owner) ? [] : [owner]
}

type Made = Claim & { readonly assertion: Assertion }

function howWeakened(made: Made, former: readonly Made[]): Weakened['how'] | null {
  switch (made.relation) {
    case 'equal':
      return made.one === made.other ? 'itself' : null
    case 'unequal':
      return former.some((old) => isContrary(old, made)) ? 'turned' : null
    case 'ordered':
      // The value itself may be the bound: what was said of it is then said in part.
      return former.some((old) => isOfNumber(old) && sidesOf(old).every((side) => made.other !== side))
        ? 'ordered'
        : null
  }
}

/** Of two values only, the contrary of one tells the other; and what failed may be what now goes well. */
function isContrary(old: Made, now: Made): boolean {
  const isSame = sidesOf(old).sort().join('\0') === sidesOf(now).sort().join('\0')
  return isSame && !sidesOf(old).some((side) => ONE_OF_TWO.test(side)) && !OUTCOME.test(old.one + old.other)
}

const ONE_OF_TWO = /^(?:true|false|True|False|null|nil|None|undefined|nullptr|NULL|''|\[\]|\{\})$/
const OUTCOME = /(?:code|status|exit|errno?)\w*(?:\(\))?(?:0|1)?$|^(?:0|1)?\w*(?:code|status|exit|errno?)/i
const LITERAL = /^(?:-?[\d.]+\w*|'[^']*'|true|false|True|False|null|nil|None|undefined)$/

function isOfNumber(made: Made): boolean {
  return sidesOf(made).some((side) => /^-?[\d.]+$/.test(side))
}

function claimsOf({ assertions }: TestCase): Made[] {
  return assertions.flatMap((assertion) => {
    const { core, guard } = assertion
    const claim = guard === null ? readClaim(core) : readGuard(guard)
    return claim === null
      ? []
      : [{ ...claim, one: squeezed(claim.one), other: squeezed(claim.other), assertion }]
  })
}

function keyOf({ relation, one, other }: Made): string {
  return `${relation}\0${one}\0${other}`
}

function sidesOf({ one, other }: Claim): string[] {
  return [one, other]
}
