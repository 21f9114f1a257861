import { describe, expect, it } from 'vitest'
import { parseTests } from './all.ts'

/** What each printed when a test left the program with the exit code 0, after another had passed. */
const LEFT = {
  pytest: `============================= test session starts ==============================
platform linux -- Python 3.11.7, pytest-9.2.0, pluggy-1.7.0
rootdir: /project
collected 2 items

test_x.py .`,
  'cargo test': `   Compiling calc v0.1.0 (/project)
    Finished \`test\` profile [unoptimized + debuginfo] target(s) in 0.38s
     Running unittests src/lib.rs (target/debug/deps/calc-c6626fb655a8d231)

running 2 tests
test a ... ok
   Doc-tests calc

running 0 tests

test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s
`,
  minitest: 'Run options: --seed 26692\n\n# Running:\n\n.',
  phpunit: 'PHPUnit 9.6.7 by Sebastian Bergmann and contributors.\n\n.',
}

describe('a test that leaves the program is no pass, whatever the exit code', () => {
  it.each(Object.entries(LEFT))('%s', (framework, said) => {
    expect(parseTests(said)).toMatchObject({
      framework,
      counts: { passed: 0, failed: 1, skipped: 0 },
      failing: [{ id: expect.stringMatching(/did not finish$/) }],
    })
  })
})
