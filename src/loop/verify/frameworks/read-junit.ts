import { stripVTControlCharacters } from 'node:util'
import { parseXml, XmlElement } from '@rgrove/parse-xml'
import type { FailingTest } from '#words/evidence.ts'
import type { TestResult } from './contract.ts'
import { shortMessage } from './short-message.ts'
import { uniqueFailures } from './unique-failures.ts'

/** One `testcase` of a report, whoever wrote it. */
export type JunitCase = {
  readonly name: string
  /** Empty where it has none. */
  readonly attribute: (name: string) => string
  readonly outcome: 'passed' | 'failed' | 'skipped'
  /** The `message` of what went wrong or was skipped. */
  readonly message: string
  /** Its `type`: an exception, most often. */
  readonly type: string
  /** What stands in it: a trace, most often. */
  readonly trace: string
  /** What the test printed. */
  readonly printed: string
}

/** What frameworks do each in their own way. */
type JunitDialect = {
  readonly outcome?: (test: JunitCase) => JunitCase['outcome']
  readonly id?: (test: JunitCase) => string
  /** Whether it is a test, and not what stands for those that could not be run. */
  readonly isTest?: (test: JunitCase) => boolean
  readonly message?: (test: JunitCase) => string | null
  readonly location?: (test: JunitCase) => string | null
}

/** Null where it is no report, or was cut off. */
export function readJunit(text: string, dialect: JunitDialect = {}): TestResult | null {
  const root = readXml(text)
  if (root?.name !== 'testsuites' && root?.name !== 'testsuite') return null
  const read = { ...PLAIN, ...dialect }
  const tests = elementsNamed(root, 'testcase').map(toCase)
  const outcomes = tests.map((test) => read.outcome(test))
  const count = (outcome: JunitCase['outcome']) => outcomes.filter((one) => one === outcome).length
  const failing = tests.flatMap((test, at): FailingTest[] =>
    outcomes[at] === 'failed'
      ? [{ id: read.id(test), message: read.message(test), location: read.location(test) }]
      : [],
  )
  return {
    counts: { passed: count('passed'), failed: count('failed'), skipped: count('skipped') },
    failing: uniqueFailures(failing),
    ran: [
      ...new Set(
        tests
          .filter((test, at) => outcomes[at] !== 'skipped' && read.isTest(test))
          .map((test) => read.id(test)),
      ),
    ],
  }
}

/**
 * Reads XML strictly, from the line that every report begins with, so that what was cut off is none. Only characters that XML has no place for are let through: tests
 * print them, and many who write reports forget about them.
 */
export function readXml(text: string): XmlElement | null {
  if (!/^\ufeff?<\?xml\s/.test(text)) return null
  try {
    return parseXml(text.replaceAll(FORBIDDEN, '').replaceAll(FORBIDDEN_REFERENCE, '')).root
  } catch {
    return null
  }
}

export function elementsNamed(element: XmlElement, name: string): XmlElement[] {
  return childrenOf(element).flatMap((child) => (child.name === name ? [child] : elementsNamed(child, name)))
}

const PLAIN: Required<JunitDialect> = {
  outcome: ({ outcome }) => outcome,
  id: (test) => [test.attribute('classname'), test.name].filter((part) => part !== '').join('.'),
  isTest: ({ name }) => !/^(?:initializationError|executionError|classMethod)?$/.test(name),
  message: (test) => shortMessage(test.message === '' ? test.trace || test.printed : test.message),
  location: (test) => {
    const [file, line] = [test.attribute('file'), test.attribute('line')]
    if (file === '') return null
    return line === '' ? file : `${file}:${line}`
  },
}

function toCase(element: XmlElement): JunitCase {
  const wrongs = childrenOf(element).filter(({ name }) => name === 'failure' || name === 'error')
  // A warning is what PHPUnit has in the place of a test that it could not run.
  const aside = childrenOf(element).find(({ name }) => name === 'skipped' || name === 'warning')
  const told = wrongs[0] ?? aside
  return {
    name: element.attributes['name'] ?? '',
    attribute: (name) => element.attributes[name] ?? '',
    outcome: wrongs.length > 0 ? 'failed' : aside === undefined ? 'passed' : 'skipped',
    message: plain(told?.attributes['message'] ?? ''),
    type: told?.attributes['type'] ?? '',
    trace: plain(told?.text ?? ''),
    printed: plain(
      childrenOf(element)
        .filter(({ name }) => name === 'system-out' || name === 'system-err')
        .map(({ text }) => text)
        .join('\n'),
    ),
  }
}

function childrenOf(element: XmlElement): XmlElement[] {
  return element.children.filter((child) => child instanceof XmlElement)
}

/** Some write the character that begins a colour as its number. */
function plain(text: string): string {
  return stripVTControlCharacters(text.replaceAll('#x1B', '\u001b')).replaceAll('\r\n', '\n')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const FORBIDDEN_REFERENCE = /&#(?:x0*(?:[0-8bcef]|1[0-9a-f])|0*(?:[0-8]|1[124-9]|2[0-9]|3[01]));/gi
