import type { FailingTest } from '#words/evidence.ts'
import { borrowFromParts } from './borrow-from-parts.ts'
import type { TestResult } from './contract.ts'
import { goMessage, locateInGo } from './locate-in-go.ts'
import { uniqueFailures } from './unique-failures.ts'

type GoEvent = {
  readonly Action: string
  readonly Package?: string
  /** Missing where it is about the package. */
  readonly Test?: string
  readonly Output?: string
  /** What the compiler was at. */
  readonly ImportPath?: string
  readonly FailedBuild?: string
}

/** What `go test -json` printed. Null where it is something else, or where a package never came to its end. */
export function readGoEvents(output: string): TestResult | null {
  const events = goEventsIn(output)
  const paths = new Set(events.flatMap((event) => event.Package ?? []))
  const packages = [...paths].map((path) => readPackage(path, events))
  if (packages.length === 0 || !packages.every(({ isWhole }) => isWhole)) return null
  const all = packages.flatMap(({ outcomes }) => outcomes)
  const count = (outcome: Outcome) => all.filter((one) => one === outcome).length
  return {
    counts: { passed: count('pass'), failed: count('fail'), skipped: count('skip') },
    failing: borrowFromParts(uniqueFailures(packages.flatMap(({ failing }) => failing))),
    ran: packages.flatMap(({ ran }) => ran),
  }
}

/** What people would have read. Lines that are no events stand as they are. */
export function goEventsToText(output: string): string {
  return output
    .split(/(?<=\n)/)
    .map((line) => {
      const event = toEvent(line)
      return event === null ? line : (event.Output ?? '')
    })
    .join('')
}

export function goEventsIn(output: string): GoEvent[] {
  return output.split('\n').flatMap((line) => toEvent(line) ?? [])
}

function toEvent(line: string): GoEvent | null {
  if (!line.startsWith('{')) return null
  try {
    const event = JSON.parse(line)
    return typeof event.Action === 'string' && ('Package' in event || 'ImportPath' in event) ? event : null
  } catch {
    return null
  }
}

type Outcome = 'pass' | 'fail' | 'skip'

type Package = {
  /** Whether both its beginning and its end are told. */
  readonly isWhole: boolean
  /** Those of its tests, and its own where it failed without one of them. */
  readonly outcomes: readonly Outcome[]
  readonly failing: readonly FailingTest[]
  readonly ran: readonly string[]
}

function readPackage(path: string, events: readonly GoEvent[]): Package {
  const own = events.filter((event) => event.Package === path)
  const end = own.findLast((event) => event.Test === undefined && isOutcome(event.Action))
  const names = [...new Set(own.flatMap(({ Test }) => Test ?? []))]
  const tests = names.map((name) => {
    const about = own.filter(({ Test }) => Test === name)
    const last = about.findLast(({ Action }) => isOutcome(Action))
    // It was running when the package ended: it took the package with it.
    return { name, outcome: (last?.Action ?? 'fail') as Outcome, said: saidIn(about) }
  })
  const failing = tests
    .filter((test) => test.outcome === 'fail')
    .map(({ name, said }) => toFailure({ id: `${path}.${name}`, said, path }))
  const isBroken = end?.Action === 'fail' && failing.length === 0
  const built = end?.FailedBuild
  const said = saidIn(built === undefined ? own : events.filter(({ ImportPath }) => ImportPath === built))
  return {
    isWhole: end !== undefined && own.some(({ Action }) => Action === 'start'),
    outcomes: [...tests.map((test) => test.outcome), ...(isBroken ? (['fail'] as const) : [])],
    failing: isBroken ? [toFailure({ id: path, said, path })] : failing,
    ran: tests.filter(({ outcome }) => outcome !== 'skip').map(({ name }) => `${path}.${name}`),
  }
}

function toFailure({ id, said, path }: { id: string; said: string; path: string }): FailingTest {
  return { id, message: goMessage(said), location: locateInGo(said, path) }
}

function isOutcome(action: string): boolean {
  return action === 'pass' || action === 'fail' || action === 'skip'
}

/** Without what Go itself says of the course of things. */
function saidIn(events: readonly GoEvent[]): string {
  return events
    .map(({ Output }) => Output ?? '')
    .join('')
    .replaceAll(/^(?:===|\s*---|#) .*\n|^(?:PASS|FAIL)(?:\t.*)?\n/gm, '')
}
