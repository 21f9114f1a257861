import { describe, expect, it } from 'vitest'
import { goEventsToText, readGoEvents } from './read-go-events.ts'

const EVENTS = [
  '{"Action":"start","Package":"example.com/calc"}',
  '{"Action":"run","Package":"example.com/calc","Test":"TestAdds"}',
  '{"Action":"output","Package":"example.com/calc","Test":"TestAdds","Output":"--- PASS: TestAdds (0.00s)\\n"}',
  '{"Action":"pass","Package":"example.com/calc","Test":"TestAdds","Elapsed":0}',
  'go: downloading example.com/other v1.0.0',
  '{"Action":"output","Package":"example.com/calc","Output":"ok  \\texample.com/calc\\t0.003s\\n"}',
  '{"Action":"pass","Package":"example.com/calc","Elapsed":0.003}',
  '',
]

describe('what Go prints for machines', () => {
  it('is given back as people would have read it, with the lines that were none of it', () => {
    expect(goEventsToText(EVENTS.join('\n'))).toBe(
      '--- PASS: TestAdds (0.00s)\ngo: downloading example.com/other v1.0.0\nok  \texample.com/calc\t0.003s\n',
    )
  })

  it('leaves a text alone that has nothing for machines', () => {
    const text = 'ok  \texample.com/calc\t0.003s\n{"a": 1}\nno newline'
    expect(goEventsToText(text)).toBe(text)
  })

  it('counts for nothing where the beginning or the end of a package is missing', () => {
    expect(readGoEvents(EVENTS.join('\n'))?.counts).toEqual({ passed: 1, failed: 0, skipped: 0 })
    expect(readGoEvents(EVENTS.slice(1).join('\n'))).toBeNull()
    expect(readGoEvents(EVENTS.slice(0, -2).join('\n'))).toBeNull()
  })
})
