/** How a test is called, as far as that is a custom: by a pattern, or else by one of the words below. */
export function testNameOf(name: string): string {
  if (ASIDE.test(name)) return ASIDE_NAME
  return patternOf(name) ?? (name.includes('.') ? OTHER_NAME : BARE_NAME)
}

/** What tests need, and are not. */
const ASIDE = /^(__init__|conftest)\.py$|^mod\.rs$/
export const ASIDE_NAME = 'aside'
export const BARE_NAME = 'bare'
const OTHER_NAME = 'other'

export function isPattern(testName: string | null): testName is string {
  return testName?.includes('.') === true
}

function patternOf(name: string): string | null {
  const [, middle = '', ending = ''] =
    /^[\w.@$-]*?((?:[._-])(?:test|tests|spec|e2e))(\.\w+)$/.exec(name) ?? []
  if (middle !== '') return `*${middle}${ending}`
  if (/^test_\w*\.py$/.test(name)) return 'test_*.py'
  if (name === 'tests.py') return name
  const tail = /^\w+?(Tests?|Spec|IT)(\.(?:java|kt|cs|swift|php|scala|groovy))$/.exec(name)
  return tail === null ? null : `*${tail[1]}${tail[2]}`
}
