import { pytest } from '#loop/verify/frameworks/pytest.ts'
import { JUNIT_READERS } from './junit-readers.ts'
import { pythonPackages } from './language-sources.ts'
import type { Proof } from './proof.ts'

const COMMAND = 'python3 -m pytest'

export const pytestProof: Proof = {
  name: 'pytest',
  framework: pytest,
  source: pythonPackages({ pytest: '9.2.0' }),
  cases: {
    pass: {
      files: {
        'tests/test_calc.py': `import pytest

def test_adds():
    assert 1 + 2 == 3

class TestMore:
    @pytest.mark.parametrize('n', [2, 4])
    def test_even(self, n):
        assert n % 2 == 0
`,
      },
      command: COMMAND,
      text: { counts: [3, 0, 0] },
    },
    fail: {
      files: {
        'calc.py': `def sub(a, b):
    return a + b

def boom():
    raise ValueError('boom\\nsecond line')
`,
        'tests/test_calc.py': `import pytest
from calc import boom, sub

def test_adds():
    assert 1 + 2 == 3

def test_subtracts():
    assert sub(3, 2) == 1

class TestMore:
    @pytest.mark.parametrize('n', [1, 2])
    def test_even(self, n):
        assert n % 2 == 0, f'{n} is odd'

    @pytest.mark.parametrize('text', ['a - b', 'c d'])
    def test_text(self, text):
        assert text == ''

def test_boom():
    boom()

@pytest.mark.xfail(strict=True)
def test_strict():
    pass
`,
      },
      command: COMMAND,
      text: {
        counts: [2, 6, 0],
        failing: [
          {
            id: 'tests/test_calc.py::test_subtracts',
            message: `assert 5 == 1
+  where 5 = sub(3, 2)`,
            location: 'tests/test_calc.py:8',
          },
          {
            id: 'tests/test_calc.py::TestMore::test_even[1]',
            message: `AssertionError: 1 is odd
assert (1 % 2) == 0`,
            location: 'tests/test_calc.py:13',
          },
          {
            id: 'tests/test_calc.py::TestMore::test_text[a - b]',
            message: `AssertionError: assert 'a - b' == ''
+ a - b`,
            location: 'tests/test_calc.py:17',
          },
          {
            id: 'tests/test_calc.py::TestMore::test_text[c d]',
            message: `AssertionError: assert 'c d' == ''
+ c d`,
            location: 'tests/test_calc.py:17',
          },
          {
            id: 'tests/test_calc.py::test_boom',
            message: `ValueError: boom
second line`,
            location: 'tests/test_calc.py:20',
          },
          {
            id: 'tests/test_calc.py::test_strict',
            message: '[XPASS(strict)]',
            location: 'tests/test_calc.py',
          },
        ],
      },
      report: {
        counts: [2, 6, 0],
        failing: [
          {
            id: 'tests/test_calc.py::test_subtracts',
            message: `assert 5 == 1
+  where 5 = sub(3, 2)`,
            location: 'tests/test_calc.py:8',
          },
          {
            id: 'tests/test_calc.py::TestMore::test_even[1]',
            message: `AssertionError: 1 is odd
assert (1 % 2) == 0`,
            location: 'tests/test_calc.py:13',
          },
          {
            id: 'tests/test_calc.py::TestMore::test_text[a - b]',
            message: `AssertionError: assert 'a - b' == ''
+ a - b`,
            location: 'tests/test_calc.py:17',
          },
          {
            id: 'tests/test_calc.py::TestMore::test_text[c d]',
            message: `AssertionError: assert 'c d' == ''
+ c d`,
            location: 'tests/test_calc.py:17',
          },
          {
            id: 'tests/test_calc.py::test_boom',
            message: `ValueError: boom
second line`,
            location: 'tests/test_calc.py:20',
          },
          {
            id: 'tests/test_calc.py::test_strict',
            message: '[XPASS(strict)]',
            location: 'tests/test_calc.py:22',
          },
        ],
      },
    },
    error: {
      files: {
        'test_bad.py': `import nothing_of_that_name

def test_never():
    pass
`,
        'tests/test_setup.py': `import pytest

@pytest.fixture
def database():
    raise RuntimeError('no database')

def test_uses(database):
    pass

@pytest.fixture
def closing():
    yield
    raise RuntimeError('cannot close')

def test_closes(closing):
    pass
`,
      },
      command: `${COMMAND} --continue-on-collection-errors`,
      text: {
        counts: [0, 3, 0],
        failing: [
          {
            id: 'test_bad.py',
            message: `ModuleNotFoundError: No module named 'nothing_of_that_name'`,
            location: 'test_bad.py:1',
          },
          {
            id: 'tests/test_setup.py::test_uses',
            message: 'RuntimeError: no database',
            location: 'tests/test_setup.py:5',
          },
          {
            id: 'tests/test_setup.py::test_closes',
            message: 'RuntimeError: cannot close',
            location: 'tests/test_setup.py:13',
          },
        ],
      },
    },
    skip: {
      files: {
        'test_skip.py': `import pytest

@pytest.mark.skip(reason='later')
def test_later():
    pass

@pytest.mark.xfail
def test_known():
    assert False

@pytest.mark.xfail
def test_surprise():
    pass

def test_now():
    pass
`,
      },
      command: COMMAND,
      text: { counts: [2, 0, 2] },
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

def test_fine():
    pass

def test_dies():
    os.abort()
`,
      },
      command: COMMAND,
      text: { counts: [0, 1, 0], failing: [{ id: 'pytest did not finish', message: null, location: null }] },
      report: null,
    },
    timeout: {
      files: {
        'test_slow.py': `import time

def test_fine():
    pass

def test_slow():
    time.sleep(600)
`,
      },
      command: COMMAND,
      timeoutMs: 3000,
      text: { counts: [0, 1, 0], failing: [{ id: 'pytest did not finish', message: null, location: null }] },
      report: null,
    },
    colour: {
      files: {
        'test_c.py': `def test_a():
    assert 1 == 2

def test_b():
    pass
`,
      },
      command: `${COMMAND} --color=yes`,
      text: {
        counts: [1, 1, 0],
        failing: [{ id: 'test_c.py::test_a', message: 'assert 1 == 2', location: 'test_c.py:2' }],
      },
    },
    unicode: {
      files: {
        'test_ü.py': `import pytest

def test_größe():
    assert "größe" == "gross"

@pytest.mark.parametrize("x", ["日本"])
def test_länder(x):
    assert x == ""
`,
      },
      command: COMMAND,
      text: {
        counts: [0, 2, 0],
        failing: [
          {
            id: 'test_ü.py::test_größe',
            message: `AssertionError: assert 'größe' == 'gross'
- gross
+ größe`,
            location: 'test_ü.py:4',
          },
          {
            id: 'test_ü.py::test_länder[\\u65e5\\u672c]',
            message: `AssertionError: assert '日本' == ''
+ 日本`,
            location: 'test_ü.py:8',
          },
        ],
      },
    },
  },
  more: {
    conftest: {
      files: {
        'conftest.py': `import nothing_of_that_name
`,
        'test_a.py': `def test_a():
    pass
`,
      },
      command: COMMAND,
      text: {
        counts: [0, 1, 0],
        failing: [
          {
            id: 'conftest.py',
            message: `ModuleNotFoundError: No module named 'nothing_of_that_name'`,
            location: 'conftest.py:1',
          },
        ],
      },
      report: null,
    },
    subtests: {
      files: {
        'test_sub.py': `import unittest

class TestSub(unittest.TestCase):
    def test_many(self):
        for i in range(3):
            with self.subTest(i=i):
                self.assertNotEqual(i, 1)

def test_parts(subtests):
    for i in range(2):
        with subtests.test(i=i):
            assert i == 0
`,
      },
      command: COMMAND,
      text: {
        counts: [0, 2, 0],
        failing: [
          {
            id: 'test_sub.py::TestSub::test_many',
            message: 'AssertionError: 1 == 1',
            location: 'test_sub.py:7',
          },
          { id: 'test_sub.py::test_parts', message: 'assert 1 == 0', location: 'test_sub.py:12' },
        ],
      },
    },
    quiet: {
      files: {
        'calc.py': `def sub(a, b):
    return a + b

def boom():
    raise ValueError('boom\\nsecond line')
`,
        'tests/test_calc.py': `import pytest
from calc import boom, sub

def test_adds():
    assert 1 + 2 == 3

def test_subtracts():
    assert sub(3, 2) == 1

class TestMore:
    @pytest.mark.parametrize('n', [1, 2])
    def test_even(self, n):
        assert n % 2 == 0, f'{n} is odd'

    @pytest.mark.parametrize('text', ['a - b', 'c d'])
    def test_text(self, text):
        assert text == ''

def test_boom():
    boom()

@pytest.mark.xfail(strict=True)
def test_strict():
    pass
`,
      },
      command: `${COMMAND} -q`,
      text: {
        counts: [2, 6, 0],
        failing: [
          {
            id: 'tests/test_calc.py::test_subtracts',
            message: `assert 5 == 1
+  where 5 = sub(3, 2)`,
            location: 'tests/test_calc.py:8',
          },
          {
            id: 'tests/test_calc.py::TestMore::test_even[1]',
            message: `AssertionError: 1 is odd
assert (1 % 2) == 0`,
            location: 'tests/test_calc.py:13',
          },
          {
            id: 'tests/test_calc.py::TestMore::test_text[a - b]',
            message: `AssertionError: assert 'a - b' == ''
+ a - b`,
            location: 'tests/test_calc.py:17',
          },
          {
            id: 'tests/test_calc.py::TestMore::test_text[c d]',
            message: `AssertionError: assert 'c d' == ''
+ c d`,
            location: 'tests/test_calc.py:17',
          },
          {
            id: 'tests/test_calc.py::test_boom',
            message: `ValueError: boom
second line`,
            location: 'tests/test_calc.py:20',
          },
          {
            id: 'tests/test_calc.py::test_strict',
            message: '[XPASS(strict)]',
            location: 'tests/test_calc.py',
          },
        ],
      },
      report: {
        counts: [2, 6, 0],
        failing: [
          {
            id: 'tests/test_calc.py::test_subtracts',
            message: `assert 5 == 1
+  where 5 = sub(3, 2)`,
            location: 'tests/test_calc.py:8',
          },
          {
            id: 'tests/test_calc.py::TestMore::test_even[1]',
            message: `AssertionError: 1 is odd
assert (1 % 2) == 0`,
            location: 'tests/test_calc.py:13',
          },
          {
            id: 'tests/test_calc.py::TestMore::test_text[a - b]',
            message: `AssertionError: assert 'a - b' == ''
+ a - b`,
            location: 'tests/test_calc.py:17',
          },
          {
            id: 'tests/test_calc.py::TestMore::test_text[c d]',
            message: `AssertionError: assert 'c d' == ''
+ c d`,
            location: 'tests/test_calc.py:17',
          },
          {
            id: 'tests/test_calc.py::test_boom',
            message: `ValueError: boom
second line`,
            location: 'tests/test_calc.py:20',
          },
          {
            id: 'tests/test_calc.py::test_strict',
            message: '[XPASS(strict)]',
            location: 'tests/test_calc.py:22',
          },
        ],
      },
    },
    deselected: {
      files: {
        'tests/test_calc.py': `import pytest

def test_adds():
    assert 1 + 2 == 3

class TestMore:
    @pytest.mark.parametrize('n', [2, 4])
    def test_even(self, n):
        assert n % 2 == 0
`,
      },
      command: `${COMMAND} -k nothing`,
      text: { counts: [0, 0, 0] },
    },
  },
  reportAlsoReadBy: JUNIT_READERS,
}
