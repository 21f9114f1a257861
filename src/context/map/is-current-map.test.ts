import { describe, expect, it } from 'vitest'
import { isCurrentMap } from './is-current-map.ts'
import { renderStamp } from './map-stamp.ts'

const stamped = (text: string, input = 'aaaaaaaaaaaa') =>
  `${text}\n\n${renderStamp(text, { version: '1.0.0', input, tokens: 42 })}\n`

const body = '# Map\n\n## Structure\n- Tests: beside the code\n- src/ (3 files)'
const health = '\n\n## Project health\n- Tasks: 2 completed, 1 open; 1.5 attempts each'

describe('a map is current', () => {
  it('whatever its stamp says, as long as it tells the same of the files', () => {
    expect(isCurrentMap(stamped(body), stamped(body, 'bbbbbbbbbbbb'))).toBe(true)
    expect(isCurrentMap(stamped(body), stamped(body.replace('3 files', '4 files')))).toBe(false)
  })

  it('whatever its health is, and on whichever machine', () => {
    expect(isCurrentMap(stamped(body + health), stamped(body))).toBe(true)
    expect(isCurrentMap(stamped(body), stamped(body + health.replace('2', '3')))).toBe(true)
    expect(isCurrentMap(stamped(`${body}\n- more${health}`), stamped(body + health))).toBe(false)
  })

  it('in a clone without history, where nobody knows how commits are written', () => {
    const told = body.replace('- src/', '- Commits: conventional (feat, fix)\n- src/')
    expect(isCurrentMap(stamped(told), stamped(body))).toBe(true)
    expect(isCurrentMap(stamped('# Map\n\n## Structure\n- Commits: conventional'), stamped('# Map'))).toBe(
      true,
    )
  })

  it('with the line endings that git gave it', () => {
    expect(isCurrentMap(stamped(body + health).replaceAll('\n', '\r\n'), stamped(body))).toBe(true)
  })

  it('only if it is a map', () => {
    expect(isCurrentMap('', stamped(body))).toBe(false)
    expect(isCurrentMap(body, body)).toBe(false)
  })
})
