import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readStream } from './read-stream.ts'

const EXIT = { kind: 'exit', code: 0, signal: null, stderr: '' } as const

describe('readStream', () => {
  it('takes a failed request for one, though the program forgets to call it an error', () => {
    const lines = captured('err-429').map((line) => line.replace('"is_error":true', '"is_error":false'))
    expect(read(lines).ending.kind).toBe('rate-limited')
  })

  it('takes a success that ended for another reason for none', () => {
    const lines = captured('hello').map((line) =>
      line.replace('"terminal_reason":"completed"', '"terminal_reason":"hook_stopped"'),
    )
    expect(read(lines).ending.kind).toBe('error')
  })

  it('knows a success of a version that gives no reason', () => {
    const lines = captured('hello').map((line) => line.replace('"terminal_reason":"completed",', ''))
    expect(read(lines).ending.kind).toBe('ok')
  })

  it('calls a run rate-limited that was ended while it waited for a limit to be lifted', () => {
    const lines = captured('limit-rejected')
    const waiting = lines.slice(0, lines.findIndex((line) => line.includes('"rate_limit_event"')) + 1)
    const { ending } = read(waiting, { kind: 'idle', stderr: '' })
    expect(ending).toMatchObject({ kind: 'rate-limited', resetsAt: 1_794_800_000_000 })
  })

  it('tells trouble with the model from slowness, where the clock ended a run that was asking again', () => {
    const retried = captured('err-529-retry')
    const [first = '', second = ''] = retried.filter((line) => line.includes('"api_retry"'))
    const until = (line: string) => retried.slice(0, retried.indexOf(line) + 1)
    const wall = { kind: 'wall', stderr: '' } as const
    expect(read(until(first), wall).ending.kind).toBe('overloaded')
    expect(read(until(second), wall).ending.kind).toBe('error')
    const answered = retried.findIndex((line) => line.includes('"type":"assistant"')) + 1
    expect(read(retried.slice(0, answered), wall).ending.kind).toBe('timeout-wall')
  })

  it('does not take the first of two results for the end, once the agent works on', () => {
    const lines = captured('background-agent-two-results')
    const [first = ''] = lines.filter((line) => line.includes('"type":"result"'))
    const again = captured('hello').filter((line) => line.includes('"type":"assistant"'))
    expect(read([first]).isSettled).toBe(true)
    expect(read([first, ...again])).toMatchObject({ isSettled: false, ending: { kind: 'no-result' } })
  })
})

function read(lines: readonly string[], exit: Parameters<ReturnType<typeof readStream>['finish']>[0] = EXIT) {
  const reader = readStream()
  let isSettled = false
  for (const line of lines) isSettled = reader.read(line).isSettled
  return { ...reader.finish(exit), isSettled }
}

function captured(name: string): readonly string[] {
  const folder = join(import.meta.dirname, '../../../test/fixtures/hosts/claude-code/streams')
  return readFileSync(join(folder, `${name}@2.1.325.jsonl`), 'utf8')
    .trimEnd()
    .split('\n')
}
