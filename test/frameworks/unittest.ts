import { unittest } from '#loop/verify/frameworks/unittest.ts'
import { python } from './language-sources.ts'
import type { Proof } from './proof.ts'

const COMMAND = 'python3 -m unittest'

export const unittestProof: Proof = {
  name: 'unittest',
  nameless: 'It prints a dot for a test that passed.',
  framework: unittest,
  source: python('3.11.7'),
  cases: {
    pass: {
      files: {
        'test_calc.py': `import unittest

class TestCalc(unittest.TestCase):
    def test_adds(self):
        self.assertEqual(1 + 2, 3)

    def test_twice(self):
        self.assertEqual(2 * 2, 4)
`,
      },
      command: COMMAND,
      text: { counts: [2, 0, 0] },
    },
    fail: {
      files: {
        'calc.py': `def boom():
    raise ValueError('boom')
`,
        'test_calc.py': `import unittest
from calc import boom

class TestCalc(unittest.TestCase):
    def test_adds(self):
        self.assertEqual(1 + 2, 3)

    def test_subtracts(self):
        """Takes one from another."""
        self.assertEqual(3 - 2, 3)

    def test_boom(self):
        boom()

    def test_many(self):
        for i in range(4):
            with self.subTest('part', i=i):
                self.assertEqual(i % 2, 0)

    @unittest.expectedFailure
    def test_surprise(self):
        pass
`,
      },
      command: COMMAND,
      text: {
        counts: [1, 5, 0],
        failing: [
          { id: 'test_calc.TestCalc.test_boom', message: 'ValueError: boom', location: 'test_calc.py:13' },
          {
            id: 'test_calc.TestCalc.test_many [part] (i=1)',
            message: 'AssertionError: 1 != 0',
            location: 'test_calc.py:18',
          },
          {
            id: 'test_calc.TestCalc.test_many [part] (i=3)',
            message: 'AssertionError: 1 != 0',
            location: 'test_calc.py:18',
          },
          {
            id: 'test_calc.TestCalc.test_subtracts',
            message: 'AssertionError: 1 != 3',
            location: 'test_calc.py:10',
          },
          { id: 'test_calc.TestCalc.test_surprise', message: 'unexpected success', location: null },
        ],
      },
    },
    error: {
      files: {
        'test_bad.py': `import nothing_of_that_name
`,
        'test_setup.py': `import unittest

class TestClass(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        raise RuntimeError('no database')

    def test_uses(self):
        pass

class TestOther(unittest.TestCase):
    def setUp(self):
        raise RuntimeError('no table')

    def test_needs(self):
        pass

class TestFine(unittest.TestCase):
    def test_fine(self):
        pass
`,
      },
      command: COMMAND,
      text: {
        counts: [1, 3, 0],
        failing: [
          {
            id: 'test_bad',
            message: `ModuleNotFoundError: No module named 'nothing_of_that_name'`,
            location: 'test_bad.py:1',
          },
          {
            id: 'test_setup.TestClass.setUpClass',
            message: 'RuntimeError: no database',
            location: 'test_setup.py:6',
          },
          {
            id: 'test_setup.TestOther.test_needs',
            message: 'RuntimeError: no table',
            location: 'test_setup.py:13',
          },
        ],
      },
    },
    skip: {
      files: {
        'test_skip.py': `import unittest

class TestSkip(unittest.TestCase):
    @unittest.skip('later')
    def test_later(self):
        pass

    @unittest.expectedFailure
    def test_known(self):
        self.assertEqual(1, 2)

    def test_now(self):
        pass
`,
      },
      command: COMMAND,
      text: { counts: [1, 0, 2] },
    },
    none: {
      files: {
        'test_none.py': `x = 1
`,
      },
      command: COMMAND,
      text: { counts: [0, 0, 0] },
    },
    crash: {
      files: {
        'test_crash.py': `import os
import unittest

class TestCrash(unittest.TestCase):
    def test_dies(self):
        os.abort()
`,
      },
      command: COMMAND,
      text: null,
    },
    timeout: {
      files: {
        'test_slow.py': `import time
import unittest

class TestSlow(unittest.TestCase):
    def test_slow(self):
        time.sleep(600)
`,
      },
      command: COMMAND,
      timeoutMs: 3000,
      text: null,
    },
    colour: {
      files: {
        'test_c.py': `import unittest

class TestC(unittest.TestCase):
    def test_a(self):
        self.assertEqual(1, 2)
`,
      },
      command: `${COMMAND} -v`,
      environment: { NO_COLOR: undefined, FORCE_COLOR: '1' },
      text: {
        counts: [0, 1, 0],
        failing: [{ id: 'test_c.TestC.test_a', message: 'AssertionError: 1 != 2', location: 'test_c.py:5' }],
      },
    },
    unicode: {
      files: {
        'test_u.py': `import unittest

class TestGröße(unittest.TestCase):
    def test_länder(self):
        self.assertEqual("日本", "größe")
`,
      },
      command: COMMAND,
      text: {
        counts: [0, 1, 0],
        failing: [
          {
            id: 'test_u.TestGröße.test_länder',
            message: `AssertionError: '日本' != 'größe'
- 日本
+ größe`,
            location: 'test_u.py:5',
          },
        ],
      },
    },
  },
}
