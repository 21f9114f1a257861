import { describe, expect, it } from 'vitest'
import { readTrx } from './read-trx.ts'

const report = (outcome: string, result: string) => `<?xml version="1.0" encoding="utf-8"?>
<TestRun xmlns="http://microsoft.com/schemas/VisualStudio/TeamTest/2010">
  <Results>${result}</Results>
  <TestDefinitions>
    <UnitTest name="Adds" id="1"><TestMethod className="Calc.Tests.CalcTests" name="Adds" /></UnitTest>
  </TestDefinitions>
  <ResultSummary outcome="${outcome}" />
</TestRun>`

describe('a report of Visual Studio’s test platform', () => {
  it('names a test with its class, where the framework names it without', () => {
    const read = readTrx(report('Failed', '<UnitTestResult testId="1" testName="Adds" outcome="Failed" />'))
    expect(read?.failing.map(({ id }) => id)).toEqual(['Calc.Tests.CalcTests.Adds'])
  })

  it.each(['Timeout', 'Aborted', 'Error', 'InProgress', ''])(
    'takes the outcome “%s” of a test for a failure',
    (outcome) => {
      const read = readTrx(
        report('Completed', `<UnitTestResult testId="1" testName="Adds" outcome="${outcome}" />`),
      )
      expect(read?.counts).toEqual({ passed: 0, failed: 1, skipped: 0 })
    },
  )

  it('is red where the run failed and no test says so', () => {
    const read = readTrx(report('Failed', '<UnitTestResult testId="1" testName="Adds" outcome="Passed" />'))
    expect(read?.counts).toEqual({ passed: 1, failed: 1, skipped: 0 })
  })
})
