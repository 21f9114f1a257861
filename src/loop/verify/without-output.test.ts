import { describe, expect, it } from 'vitest'
import { withoutOutput } from './without-output.ts'

describe('a report that is kept', () => {
  it('has nothing of what programs printed', () => {
    const results = {
      status: 'passed',
      stdout: [{ text: 'the to' }, { text: 'ken' }],
      stderr: [{ buffer: 'dG8=' }],
    }
    expect(
      JSON.parse(withoutOutput(JSON.stringify({ suites: [results], console: [{ message: 'x' }] }))),
    ).toEqual({
      suites: [{ status: 'passed' }],
    })
    const xml =
      '<testsuite><testcase name="a"><system-out><![CDATA[the to\n]]></system-out><failure>no</failure></testcase><system-err/></testsuite>'
    expect(withoutOutput(xml)).toBe(
      '<testsuite><testcase name="a"><failure>no</failure></testcase></testsuite>',
    )
    expect(withoutOutput('<Output><StdOut>the to</StdOut><ErrorInfo>no</ErrorInfo></Output>')).toBe(
      '<Output><ErrorInfo>no</ErrorInfo></Output>',
    )
  })

  it('is left as it is where it has none, and not kept where nobody can read it', () => {
    expect(withoutOutput('TAP version 13\nok 1 - a\n')).toBe('TAP version 13\nok 1 - a\n')
    expect(withoutOutput('{ "stdout": ["the to')).toBe('')
  })
})
