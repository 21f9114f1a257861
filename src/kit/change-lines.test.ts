import fc from 'fast-check'
import { expect, it } from 'vitest'
import { changeLines } from './change-lines.ts'

function through(pieces: readonly Buffer[], change: (line: string) => string): Buffer {
  const out: Buffer[] = []
  const lines = changeLines({ change, write: (bytes) => out.push(Buffer.from(bytes)) })
  for (const piece of pieces) lines.push(piece)
  lines.end()
  return Buffer.concat(out)
}

it('hands on every byte where nothing is changed, however the stream is cut', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array()), (pieces) => {
      const all = pieces.map((piece) => Buffer.from(piece))
      expect(through(all, (line) => line)).toEqual(Buffer.concat(all))
    }),
  )
})

it('changes whole lines, and none that is too long to wait for', () => {
  const long = 'x'.repeat(300_000)
  const pieces = ['on', 'e\ntw', `o\n${long}`, `y\nthr`, 'ee'].map((piece) => Buffer.from(piece))
  expect(through(pieces, (line) => (line === 'two\n' ? '' : `<${line}`)).toString()).toBe(
    `<one\n${long}y\n<three`,
  )
})
