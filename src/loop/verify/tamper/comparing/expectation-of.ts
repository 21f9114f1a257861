import type { Assertion, TestCase } from '../reading/test-file.ts'
import { valuesIn } from '../text/values-in.ts'
import { withoutMessage } from '../text/without-message.ts'
import { wordsIn } from '../text/words-in.ts'

type Expectation = {
  /** The numbers and strings that it expects. */
  readonly values: readonly string[]
  /** Words that it only says when it fails. */
  readonly said: ReadonlySet<string>
}

export function expectationOf({ own }: TestCase): Expectation {
  return {
    values: own.flatMap((one) => valuesIn(whatIsExpected(one))),
    said: new Set(own.flatMap(wordsSaid)),
  }
}

/** Of what only says that something is wrong (`t.Error("…")`), the condition above is the expectation. */
function whatIsExpected(assertion: Assertion): string {
  return onlySays(assertion) ? (assertion.guard ?? '') : withoutMessage(assertion.core)
}

function wordsSaid(assertion: Assertion): string[] {
  if (!onlySays(assertion)) return []
  return [...assertion.core.matchAll(STRING)].flatMap(([string]) => [...wordsIn(string).keys()])
}

function onlySays({ core, guard }: Assertion): boolean {
  return guard !== null && ONLY_SAYS.test(core)
}

const ONLY_SAYS = /^\w+\.(?:Errorf?|Fatalf?|Fail|FailNow)\s*\(/
const STRING = /"(?:\\.|[^"\\\n])*"|`[^`]*`/g
