import { describe, expect, it } from 'vitest'
import { cargoTest } from './cargo-test.ts'

/** As cargo 1.95 printed them. */
const EVENTS = `   Compiling calc v0.1.0 (/project)
     Running unittests src/lib.rs (target/debug/deps/calc-cf430339bf8ee7bc)
{ "type": "suite", "event": "started", "test_count": 3 }
{ "type": "test", "event": "started", "name": "tests::bad" }
{ "type": "test", "event": "started", "name": "tests::good" }
{ "type": "test", "name": "tests::good", "event": "ok" }
{ "type": "test", "event": "started", "name": "tests::later" }
{ "type": "test", "name": "tests::later", "event": "ignored" }
{ "type": "test", "name": "tests::bad", "event": "failed", "stdout": "\\nthread 'tests::bad' (16165) panicked at src/lib.rs:2:53:\\nassertion \`left == right\` failed: not so\\n  left: 1\\n right: 2\\nnote: run with \`RUST_BACKTRACE=1\`\\n" }
{ "type": "suite", "event": "failed", "passed": 1, "failed": 1, "ignored": 1, "measured": 0, "filtered_out": 0, "exec_time": 0.170769591 }
error: test failed, to rerun pass \`--lib\`
`

describe('cargo test -- --format json', () => {
  it('is read as the text would be', () => {
    expect(cargoTest.parse(EVENTS)).toEqual({
      counts: { passed: 1, failed: 1, skipped: 1 },
      ran: ['tests::good', 'tests::bad'],
      failing: [
        {
          id: 'tests::bad',
          message: 'assertion `left == right` failed: not so\n  left: 1\n right: 2',
          location: 'src/lib.rs:2',
        },
      ],
    })
  })

  it('says nothing where a suite never came to its end', () => {
    expect(cargoTest.parse(EVENTS.replace(/^.*"exec_time".*\n/m, ''))).toBeNull()
  })
})
