import { junitXml } from '#loop/verify/frameworks/junit-xml.ts'
import { JUNIT_READERS } from './junit-readers.ts'
import type { Case, CaseName, Expected, Proof } from './proof.ts'
import { pytestProof } from './pytest.ts'

/** Any program that leaves such a report: here pytest, as a project asks it to. What it prints is not for this one to read. */
export const junitXmlProof: Proof = {
  name: 'junit-xml',
  framework: junitXml,
  source: pytestProof.source,
  cases: {
    pass: sample('pass', { counts: [3, 0, 0] }),
    fail: sample('fail', {
      counts: [2, 6, 0],
      failing: [
        {
          id: 'tests.test_calc.TestMore.test_even[1]',
          message: 'AssertionError: 1 is odd\nassert (1 % 2) == 0',
          location: null,
        },
        {
          id: 'tests.test_calc.TestMore.test_text[a - b]',
          message: `AssertionError: assert 'a - b' == ''`,
          location: null,
        },
        {
          id: 'tests.test_calc.TestMore.test_text[c d]',
          message: `AssertionError: assert 'c d' == ''`,
          location: null,
        },
        { id: 'tests.test_calc.test_boom', message: 'ValueError: boom\nsecond line', location: null },
        { id: 'tests.test_calc.test_strict', message: '[XPASS(strict)]', location: null },
        { id: 'tests.test_calc.test_subtracts', message: 'assert 5 == 1', location: null },
      ],
    }),
    error: sample('error', {
      counts: [0, 3, 0],
      failing: [
        { id: 'test_bad', message: 'collection failure', location: null },
        {
          id: 'tests.test_setup.test_closes',
          message: 'failed on teardown with "RuntimeError: cannot close"',
          location: null,
        },
        {
          id: 'tests.test_setup.test_uses',
          message: 'failed on setup with "RuntimeError: no database"',
          location: null,
        },
      ],
    }),
    skip: sample('skip', { counts: [2, 0, 2] }),
    none: sample('none', { counts: [0, 0, 0] }),
    crash: sample('crash', null),
    timeout: sample('timeout', null),
    colour: sample('colour', {
      counts: [1, 1, 0],
      failing: [{ id: 'test_c.test_a', message: 'assert 1 == 2', location: null }],
    }),
    unicode: sample('unicode', {
      counts: [0, 2, 0],
      failing: [
        { id: 'test_ü.test_größe', message: `assert 'größe' == 'gross'`, location: null },
        { id: 'test_ü.test_länder[\\u65e5\\u672c]', message: `assert '日本' == ''`, location: null },
      ],
    }),
  },
  alsoReadBy: ['pytest'],
  reportAlsoReadBy: JUNIT_READERS,
}

function sample(name: CaseName, report: Expected | null): Case {
  const { files, command, timeoutMs } = pytestProof.cases[name] as Case
  return {
    files,
    command: `${command} --junitxml=junit.xml`,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    text: null,
    report,
  }
}
