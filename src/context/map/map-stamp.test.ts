import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readStamp, renderStamp } from './map-stamp.ts'

const stamp = { version: '1.0.0-beta.2', input: '0123456789ab', tokens: 1499 }
const stamped = (text: string) => `${text}\n\n${renderStamp(text, stamp)}\n`
const line = fc.string({ maxLength: 40 }).map((value) => value.replaceAll('\r', ''))

describe('the stamp of a map', () => {
  it('gives back the text and what it was made of, in whichever line endings', () => {
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const text = ['# Map', ...lines, 'end'].join('\n')
        const read = { text, version: stamp.version, input: stamp.input, isEdited: false }
        expect(readStamp(stamped(text))).toEqual(read)
        expect(readStamp(stamped(text).replaceAll('\n', '\r\n'))).toEqual(read)
      }),
    )
  })

  it('tells an edit, and is not found in what keel did not write or what somebody went on writing', () => {
    expect(readStamp(stamped('# Map\n\nmine').replace('mine', 'yours'))).toMatchObject({ isEdited: true })
    expect(readStamp('# Map\n\nmine\n')).toBeNull()
    expect(readStamp(`${stamped('# Map')}\nAnd a word of my own.\n`)).toBeNull()
    expect(readStamp('')).toBeNull()
  })
})
