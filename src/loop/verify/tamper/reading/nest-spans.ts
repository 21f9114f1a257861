import { lastAround } from '../text/last-around.ts'
import type { Span } from './find-spans.ts'

export type Nested = {
  /** The groups that a test stands in, and then the tests, each from the outside in. */
  readonly around: readonly Span[]
  /** Whether a place is in a test that stands in this one. */
  readonly isInner: (at: number) => boolean
}

/** How tests stand in groups and in each other. Both are in the order of their places. */
export function nestSpans(tests: readonly Span[], groups: readonly Span[]): (test: Span) => Nested {
  const aroundOf = new Map<Span, { groups: readonly Span[]; tests: readonly Span[] }>()
  let open: { groups: Span[]; tests: Span[] } = { groups: [], tests: [] }
  let next = 0
  const innerOf = new Map<Span, Span[]>(tests.map((test) => [test, []]))
  for (const test of tests) {
    for (; (groups[next]?.at ?? Number.POSITIVE_INFINITY) < test.at; next++)
      open.groups.push(...groups.slice(next, next + 1))
    const isOpen = ({ to }: Span) => to >= test.at
    open = { groups: open.groups.filter(isOpen), tests: open.tests.filter(isOpen) }
    const holds = ({ to }: Span) => to >= test.to
    const around = { groups: open.groups.filter(holds), tests: open.tests.filter(holds) }
    aroundOf.set(test, around)
    for (const outer of around.tests) innerOf.get(outer)?.push(test)
    open.tests.push(test)
  }
  return (test) => {
    const found = aroundOf.get(test)
    const inner = lastAround(innerOf.get(test) ?? [])
    return {
      around: [...(found?.groups ?? []), ...(found?.tests ?? [])],
      isInner: (at) => inner(at) !== null,
    }
  }
}
