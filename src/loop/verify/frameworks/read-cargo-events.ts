import * as z from 'zod'
import type { TestResult } from './contract.ts'
import { numberNames, numberSame } from './number-same.ts'
import { parseJson } from './parse-json.ts'
import { shortMessage } from './short-message.ts'
import { sumCounts } from './sum-counts.ts'

const eventSchema = z.object({
  type: z.enum(['suite', 'test']),
  event: z.string(),
  name: z.string().default(''),
  stdout: z.string().default(''),
  test_count: z.number().default(0),
  passed: z.number().default(0),
  failed: z.number().default(0),
  ignored: z.number().default(0),
})

/** What `cargo test -- --format json` prints. Null where it is something else, or a suite never came to its end. */
export function readCargoEvents(output: string): TestResult | null {
  const events = [...output.matchAll(/^\{ "type": .*\}$/gm)].flatMap(
    ([line]) => parseJson(line, eventSchema) ?? [],
  )
  const suites = events.filter(({ type }) => type === 'suite')
  const ends = suites.filter(({ event }) => event !== 'started')
  if (ends.length === 0 || ends.length * 2 !== suites.length) return null
  const failed = events.filter(({ type, event }) => type === 'test' && event === 'failed')
  const ran = events.filter(({ type, event }) => type === 'test' && (event === 'ok' || event === 'failed'))
  return {
    ran: numberNames(ran.map(({ name }) => name)),
    counts: sumCounts(ends.map(({ passed, failed, ignored }) => ({ passed, failed, skipped: ignored }))),
    failing: numberSame(
      failed.map(({ name, stdout }) => {
        const [, file, line] = /panicked at ([^\s:]+):(\d+):\d+/.exec(stdout) ?? []
        return {
          id: name,
          message: shortMessage(
            (stdout.split(/^stack backtrace:$/m)[0] ?? '').replaceAll(
              /^(?:\s*thread .* panicked at .*|note: .*)$/gm,
              '',
            ),
          ),
          location: file === undefined ? null : `${file}:${line}`,
        }
      }),
    ),
  }
}
