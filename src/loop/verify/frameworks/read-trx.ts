import type { XmlElement } from '@rgrove/parse-xml'
import type { FailingTest } from '#words/evidence.ts'
import type { TestResult } from './contract.ts'
import { elementsNamed, readXml } from './read-junit.ts'
import { shortMessage } from './short-message.ts'
import { uniqueFailures } from './unique-failures.ts'

/** The report of Visual Studio's test platform. Null where it is none, or was cut off. */
export function readTrx(text: string): TestResult | null {
  const root = readXml(text)
  if (root?.name !== 'TestRun') return null
  const classes = new Map(
    elementsNamed(root, 'UnitTest').map((test) => [
      test.attributes['id'] ?? '',
      elementsNamed(test, 'TestMethod')[0]?.attributes['className'] ?? '',
    ]),
  )
  const nameOf = (result: XmlElement) =>
    nameIn(result.attributes['testName'] ?? '', classes.get(result.attributes['testId'] ?? '') ?? '')
  const results = elementsNamed(root, 'UnitTestResult')
  const outcomes = results.map(outcomeOf)
  const count = (outcome: Outcome) => outcomes.filter((one) => one === outcome).length
  const failing = results.flatMap((result, at): FailingTest[] =>
    outcomes[at] === 'failed' ? [toFailure(result, nameOf(result))] : [],
  )
  // Where the program of the tests broke down, no test says so.
  const summary = elementsNamed(root, 'ResultSummary')[0]
  const said = summary?.attributes['outcome'] ?? ''
  const isBroken = said === 'Failed' ? failing.length === 0 : !/^(?:Completed|Passed|Warning)$/.test(said)
  const broken: FailingTest[] = isBroken
    ? [{ id: 'dotnet test did not finish', message: shortMessage(runInfoOf(summary)), location: null }]
    : []
  return {
    counts: { passed: count('passed'), failed: count('failed') + broken.length, skipped: count('skipped') },
    failing: uniqueFailures([...failing, ...broken]),
    ran: [...new Set(results.filter((_, at) => outcomes[at] !== 'skipped').map(nameOf))],
  }
}

type Outcome = 'passed' | 'failed' | 'skipped'

function outcomeOf({ attributes }: XmlElement): Outcome {
  switch (attributes['outcome'] ?? '') {
    case 'Passed':
    case 'PassedButRunAborted':
    case 'Warning':
      return 'passed'
    case 'NotExecuted':
    case 'Inconclusive':
    case 'NotRunnable':
    case 'Pending':
      return 'skipped'
    default:
      return 'failed'
  }
}

/** xUnit names a test with its class, the others without. */
function nameIn(name: string, className: string): string {
  return className === '' || name.startsWith(`${className}.`) ? name : `${className}.${name}`
}

function toFailure(result: XmlElement, id: string): FailingTest {
  const [message] = elementsNamed(result, 'Message')
  const [trace] = elementsNamed(result, 'StackTrace')
  const [, file, line] = / in (.+?):line (\d+)/.exec(trace?.text ?? '') ?? []
  return {
    id,
    message: shortMessage(message?.text ?? ''),
    location: file === undefined ? null : `${file}:${line}`,
  }
}

function runInfoOf(summary: XmlElement | undefined): string {
  return summary === undefined ? '' : (elementsNamed(summary, 'Text')[0]?.text ?? '')
}
