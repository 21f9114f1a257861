import { rspec } from '#loop/verify/frameworks/rspec.ts'
import type { Proof } from './proof.ts'
import { programOnPath } from './sources.ts'

const COMMAND = 'rspec'

export const rspecProof: Proof = {
  name: 'rspec',
  framework: rspec,
  source: programOnPath({ program: 'rspec', version: '3.12.0', packages: ['ruby-rspec'] }),
  cases: {
    pass: {
      files: {
        'spec/calc_spec.rb': `RSpec.describe 'Calc' do
  it 'adds' do
    expect(1 + 2).to eq(3)
  end

  it { expect(2).to be_even }
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
        'spec/shared.rb': `RSpec.shared_examples 'a sum' do
  it 'sums' do
    expect(sum).to eq(3)
  end
end
`,
        'spec/calc_spec.rb': `require_relative '../lib/calc'
require_relative 'shared'

RSpec.describe 'Calc' do
  it 'adds' do
    expect(1 + 2).to eq(3)
  end

  describe '#sub' do
    it 'subtracts' do
      expect(3 + 2).to eq(1)
    end

    [1, 2].each do |n|
      it "takes #{n}" do
        expect(n).to eq(0)
      end
    end
  end

  it_behaves_like 'a sum' do
    let(:sum) { 4 }
  end

  it 'booms' do
    boom
  end

  it 'is fixed' do
    pending 'was a defect'
  end
end
`,
      },
      command: COMMAND,
      text: {
        counts: [1, 6, 0],
        failing: [
          {
            id: 'spec/calc_spec.rb Calc booms',
            message: `ArgumentError:
  boom
  second line`,
            location: 'spec/calc_spec.rb:26',
          },
          {
            id: 'spec/calc_spec.rb Calc is fixed',
            message: `Expected pending 'was a defect' to fail. No error was raised.`,
            location: 'spec/calc_spec.rb:29',
          },
          {
            id: 'spec/calc_spec.rb Calc #sub subtracts',
            message: `expected: 1
     got: 5
(compared using ==)`,
            location: 'spec/calc_spec.rb:11',
          },
          {
            id: 'spec/calc_spec.rb Calc #sub takes 1',
            message: `expected: 0
     got: 1
(compared using ==)`,
            location: 'spec/calc_spec.rb:16',
          },
          {
            id: 'spec/calc_spec.rb Calc #sub takes 2',
            message: `expected: 0
     got: 2
(compared using ==)`,
            location: 'spec/calc_spec.rb:16',
          },
          {
            id: 'spec/calc_spec.rb Calc behaves like a sum sums',
            message: `expected: 3
     got: 4
(compared using ==)`,
            location: 'spec/calc_spec.rb:21',
          },
        ],
      },
      report: {
        counts: [1, 6, 0],
        failing: [
          {
            id: 'spec/calc_spec.rb Calc booms',
            message: `boom
second line`,
            location: 'spec/calc_spec.rb:26',
          },
          {
            id: 'spec/calc_spec.rb Calc is fixed',
            message: 'Expected example to fail since it is pending, but it passed.',
            location: 'spec/calc_spec.rb:29',
          },
          {
            id: 'spec/calc_spec.rb Calc #sub subtracts',
            message: `expected: 1
     got: 5
(compared using ==)`,
            location: 'spec/calc_spec.rb:11',
          },
          {
            id: 'spec/calc_spec.rb Calc #sub takes 1',
            message: `expected: 0
     got: 1
(compared using ==)`,
            location: 'spec/calc_spec.rb:16',
          },
          {
            id: 'spec/calc_spec.rb Calc #sub takes 2',
            message: `expected: 0
     got: 2
(compared using ==)`,
            location: 'spec/calc_spec.rb:16',
          },
          {
            id: 'spec/calc_spec.rb Calc behaves like a sum sums',
            message: `expected: 3
     got: 4
(compared using ==)`,
            location: 'spec/calc_spec.rb',
          },
        ],
      },
    },
    error: {
      files: {
        'spec/bad_spec.rb': `require 'nothing_of_that_name'

RSpec.describe 'Never' do
  it('runs') {}
end
`,
        'spec/syntax_spec.rb': `RSpec.describe 'Broken' do
  it 'is cut' do
`,
        'spec/fine_spec.rb': `RSpec.describe('Fine') { it('runs') {} }
`,
      },
      command: COMMAND,
      text: {
        counts: [0, 2, 0],
        failing: [
          {
            id: 'spec/bad_spec.rb',
            message: `LoadError:
  cannot load such file -- nothing_of_that_name`,
            location: 'spec/bad_spec.rb:1',
          },
          {
            id: 'spec/syntax_spec.rb',
            message: `SyntaxError:
  spec/syntax_spec.rb:2: syntax error, unexpected end-of-input
    it 'is cut' do
                  ^`,
            location: 'spec/syntax_spec.rb:2',
          },
        ],
      },
    },
    skip: {
      files: {
        'spec/skip_spec.rb': `RSpec.describe 'Skip' do
  xit('comes later') {}
  it 'is known' do
    pending 'a known defect'
    expect(1).to eq(2)
  end
  it('runs') {}
end
`,
      },
      command: COMMAND,
      text: { counts: [1, 0, 2] },
    },
    none: {
      files: {
        'spec/none_spec.rb': `X = 1
`,
      },
      command: COMMAND,
      text: { counts: [0, 0, 0] },
    },
    crash: {
      files: {
        'spec/crash_spec.rb': `RSpec.describe 'Crash' do
  it('runs') {}
  it('dies') { Process.kill(:KILL, Process.pid) }
end
`,
      },
      command: COMMAND,
      text: null,
    },
    timeout: {
      files: {
        'spec/slow_spec.rb': `RSpec.describe 'Slow' do
  it('runs') {}
  it('sleeps') { sleep 600 }
end
`,
      },
      command: COMMAND,
      timeoutMs: 3000,
      text: null,
      report: {
        counts: [1, 1, 0],
        failing: [
          { id: 'spec/slow_spec.rb Slow sleeps', message: 'did not finish', location: 'spec/slow_spec.rb:3' },
        ],
      },
    },
    colour: {
      files: {
        'spec/c_spec.rb': `RSpec.describe 'Colour' do
  it('is red') { expect(1).to eq(2) }
end
`,
      },
      command: `${COMMAND} --force-color`,
      text: {
        counts: [0, 1, 0],
        failing: [
          {
            id: 'spec/c_spec.rb Colour is red',
            message: `expected: 2
     got: 1
(compared using ==)`,
            location: 'spec/c_spec.rb:2',
          },
        ],
      },
    },
    unicode: {
      files: {
        'spec/größe_spec.rb': `RSpec.describe 'Größe' do
  it('zählt 日本') { expect('größe').to eq('日本') }
end
`,
      },
      command: COMMAND,
      text: {
        counts: [0, 1, 0],
        failing: [
          {
            id: 'spec/größe_spec.rb Größe zählt 日本',
            message: `expected: "日本"
     got: "größe"
(compared using ==)`,
            location: 'spec/größe_spec.rb:2',
          },
        ],
      },
    },
  },
  more: {
    hook: {
      files: {
        'spec/hook_spec.rb': `RSpec.describe 'Hooks' do
  before(:context) { raise 'no database' }
  it('runs') {}
  it('runs too') {}
end

RSpec.describe 'After' do
  after(:context) { raise 'cannot close' }
  it('runs') {}
end
`,
      },
      command: COMMAND,
      text: {
        counts: [1, 3, 0],
        failing: [
          {
            id: 'spec/hook_spec.rb Hooks runs',
            message: `RuntimeError:
  no database`,
            location: 'spec/hook_spec.rb:2',
          },
          {
            id: 'spec/hook_spec.rb Hooks runs too',
            message: `RuntimeError:
  no database`,
            location: 'spec/hook_spec.rb:2',
          },
          {
            id: 'spec/hook_spec.rb error in an `after(:context)` hook',
            message: `RuntimeError:
  cannot close`,
            location: 'spec/hook_spec.rb:8',
          },
        ],
      },
      report: {
        counts: [1, 3, 0],
        failing: [
          { id: 'spec/hook_spec.rb Hooks runs', message: 'no database', location: 'spec/hook_spec.rb:2' },
          { id: 'spec/hook_spec.rb Hooks runs too', message: 'no database', location: 'spec/hook_spec.rb:2' },
          {
            id: 'spec/hook_spec.rb error in an `after(:context)` hook',
            message: `RuntimeError:
  cannot close`,
            location: 'spec/hook_spec.rb:8',
          },
        ],
      },
    },
    exits: {
      files: {
        'spec/exit_spec.rb': `RSpec.describe 'Exit' do
  it('runs') {}
  it('leaves') { exit 3 }
  it('never') {}
end
`,
      },
      command: COMMAND,
      text: null,
      report: {
        counts: [1, 1, 0],
        failing: [
          { id: 'spec/exit_spec.rb Exit leaves', message: 'did not finish', location: 'spec/exit_spec.rb:3' },
        ],
      },
    },
  },
}
