import { minitest } from '#loop/verify/frameworks/minitest.ts'
import type { Proof } from './proof.ts'
import { programOnPath } from './sources.ts'

const COMMAND = 'ruby -Itest test/calc_test.rb'

export const minitestProof: Proof = {
  name: 'minitest',
  nameless: 'It prints a dot for a test that passed.',
  framework: minitest,
  source: programOnPath({ program: 'ruby', version: '5.17.0', packages: ['ruby', 'ruby-minitest'] }),
  cases: {
    pass: {
      files: {
        'test/calc_test.rb': `require 'minitest/autorun'

class CalcTest < Minitest::Test
  def test_adds
    assert_equal 3, 1 + 2
  end

  def test_twice
    assert_equal 4, 2 * 2
  end
end
`,
      },
      command: COMMAND,
      text: { counts: [2, 0, 0] },
    },
    fail: {
      files: {
        'lib/calc.rb': `def boom
  raise ArgumentError, "boom\\nsecond line"
end
`,
        'test/calc_test.rb': `require 'minitest/autorun'

require_relative '../lib/calc'

class CalcTest < Minitest::Test
  def test_adds
    assert_equal 3, 1 + 2
  end

  def test_subtracts
    assert_equal 1, 3 + 2, 'off by a sign'
  end

  def test_boom
    boom
  end
end

describe 'Calc' do
  describe 'sub' do
    it 'takes 1 [of two]' do
      _(3 + 2).must_equal 1
    end
  end
end
`,
      },
      command: COMMAND,
      text: {
        counts: [1, 3, 0],
        failing: [
          {
            id: 'Calc::sub#test_0001_takes 1 [of two]',
            message: `Expected: 1
  Actual: 5`,
            location: 'test/calc_test.rb:22',
          },
          {
            id: 'CalcTest#test_boom',
            message: `ArgumentError: boom
second line`,
            location: 'test/calc_test.rb:15',
          },
          {
            id: 'CalcTest#test_subtracts',
            message: `off by a sign.
Expected: 1
  Actual: 5`,
            location: 'test/calc_test.rb:11',
          },
        ],
      },
    },
    error: {
      files: {
        'test/calc_test.rb': `require 'minitest/autorun'

require 'nothing_of_that_name'

class CalcTest < Minitest::Test
  def test_never; end
end
`,
      },
      command: COMMAND,
      text: {
        counts: [0, 1, 0],
        failing: [
          {
            id: 'test/calc_test.rb',
            message: 'cannot load such file -- nothing_of_that_name',
            location: 'test/calc_test.rb:3',
          },
        ],
      },
    },
    skip: {
      files: {
        'test/calc_test.rb': `require 'minitest/autorun'

class CalcTest < Minitest::Test
  def test_later
    skip 'later'
  end

  def test_now
    assert true
  end
end
`,
      },
      command: COMMAND,
      text: { counts: [1, 0, 1] },
    },
    none: {
      files: {
        'test/calc_test.rb': `require 'minitest/autorun'

X = 1
`,
      },
      command: COMMAND,
      text: { counts: [0, 0, 0] },
    },
    crash: {
      files: {
        'test/calc_test.rb': `require 'minitest/autorun'

class CalcTest < Minitest::Test
  def test_dies
    Process.kill(:KILL, Process.pid)
    sleep 1
  end
end
`,
      },
      command: COMMAND,
      text: null,
    },
    timeout: {
      files: {
        'test/calc_test.rb': `require 'minitest/autorun'

class CalcTest < Minitest::Test
  def test_slow
    sleep 600
  end
end
`,
      },
      command: COMMAND,
      timeoutMs: 3000,
      text: {
        counts: [0, 1, 0],
        failing: [{ id: 'minitest did not finish', message: null, location: null }],
      },
    },
    colour: {
      files: {
        'test/calc_test.rb': `require 'minitest/autorun'
require 'minitest/pride'

class CalcTest < Minitest::Test
  def test_red
    assert_equal 1, 2
  end

  def test_green
    assert true
  end
end
`,
      },
      command: `${COMMAND} --pride`,
      text: {
        counts: [1, 1, 0],
        failing: [
          {
            id: 'CalcTest#test_red',
            message: `Expected: 1
  Actual: 2`,
            location: 'test/calc_test.rb:6',
          },
        ],
      },
    },
    unicode: {
      files: {
        'test/calc_test.rb': `require 'minitest/autorun'

class GrößeTest < Minitest::Test
  def test_länder
    assert_equal '日本', 'größe'
  end
end
`,
      },
      command: COMMAND,
      text: {
        counts: [0, 1, 0],
        failing: [
          {
            id: 'GrößeTest#test_länder',
            message: `Expected: "日本"
  Actual: "größe"`,
            location: 'test/calc_test.rb:5',
          },
        ],
      },
    },
  },
  more: {
    syntax: {
      files: {
        'test/calc_test.rb': `require 'minitest/autorun'

class CalcTest < Minitest::Test
  def test_never
`,
      },
      command: COMMAND,
      text: {
        counts: [0, 1, 0],
        failing: [
          {
            id: 'test/calc_test.rb',
            message: 'syntax error, unexpected end-of-input',
            location: 'test/calc_test.rb:4',
          },
        ],
      },
    },
    setup: {
      files: {
        'test/calc_test.rb': `require 'minitest/autorun'

class CalcTest < Minitest::Test
  def setup
    raise 'no database'
  end

  def test_needs; end
end
`,
      },
      command: COMMAND,
      text: {
        counts: [0, 1, 0],
        failing: [
          {
            id: 'CalcTest#test_needs',
            message: 'RuntimeError: no database',
            location: 'test/calc_test.rb:5',
          },
        ],
      },
    },
  },
}
