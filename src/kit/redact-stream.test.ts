import { stripVTControlCharacters } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redact } from './redact.ts'
import { redactStream } from './redact-stream.ts'

const token = `ghp_${'aB3dE5fG7hJ9'.repeat(3)}`
const data = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj'
const key = [
  '-----BEGIN RSA PRIVATE KEY-----',
  data,
  data.toLowerCase(),
  data.slice(0, 20),
  '-----END RSA PRIVATE KEY-----',
].join('\n')

function streamed(pieces: readonly Buffer[]): string {
  const heard: Buffer[] = []
  const stream = redactStream((bytes) => heard.push(bytes))
  for (const piece of pieces) stream.push(piece)
  stream.end()
  return Buffer.concat(heard).toString('latin1')
}

function cutAt(bytes: Buffer, places: readonly number[]): Buffer[] {
  const sorted = [0, ...places.map((place) => place % (bytes.length + 1)), bytes.length].sort((a, b) => a - b)
  return sorted.slice(1).map((end, at) => bytes.subarray(sorted[at], end))
}

/** What a stream may be made of: secrets, halves of them, what looks like them, ends of lines and none. */
const part = fc.constantFrom(
  token,
  token.slice(0, 9),
  `\u001b[31m${token.slice(0, 9)}\u001b[0m${token.slice(9)}`,
  key,
  key.slice(0, 60),
  key.slice(-60),
  '-----BEGIN PRIVATE KEY-----',
  data,
  `  ${data}`,
  'password: hunter2secret',
  'password: ',
  '"correct horse battery"',
  'Authorization: Bearer',
  'sha256:',
  'ok 1 - adds',
  '✓ ü',
  ' ',
  '\n',
  '\n',
  '\r\n',
  '"',
)

describe('a redacted stream', () => {
  it('is the same however it is cut into pieces', () => {
    const texts = fc.array(part, { maxLength: 40 }).map((parts) => Buffer.from(parts.join('')))
    fc.assert(
      fc.property(texts, fc.array(fc.nat(), { maxLength: 12 }), (bytes, places) => {
        expect(streamed(cutAt(bytes, places))).toBe(streamed([bytes]))
      }),
      { numRuns: 1500 },
    )
  })

  it('takes a line for one of a block only by the whole of the line beside it', () => {
    const text = `"${data}${token}\n  ${data}\n\n`
    const [first = '', ...rest] = text.split(/(?<=\n)/)
    const cut = streamed([Buffer.from(first), Buffer.from(rest.join(''))])
    expect([cut, cut.includes(data)]).toEqual([streamed([Buffer.from(text)]), false])
  })

  it('is what the whole text comes to, where lines end', () => {
    const lines = fc.array(part, { maxLength: 40 }).map((parts) => `${parts.join('\n')}\n`)
    fc.assert(
      fc.property(lines, (text) => {
        const plain = stripVTControlCharacters(text)
        // A key without an end takes with it what looks like one, and holds back what follows.
        fc.pre(!/BEGIN/.test(plain.replaceAll(key, '')))
        const bytes = Buffer.from(plain)
        expect(streamed([bytes])).toBe(redact(bytes.toString('latin1')))
      }),
      { numRuns: 500 },
    )
  })

  it('has neither a token nor a key that came byte by byte', () => {
    const bytes = Buffer.from(`before ${token} after\n${key}\nthe end`)
    const left = streamed([...bytes].map((byte) => Buffer.from([byte])))
    expect(left).toBe('before [redacted] after\n[redacted]\nthe end')
  })

  it('hands over each line at once, and a private key with its last line', () => {
    const heard: string[] = []
    const stream = redactStream((bytes) => heard.push(bytes.toString('latin1')))
    stream.push(Buffer.from('one\ntw'))
    expect(heard).toEqual(['one\n'])
    stream.push(Buffer.from(`o\n${key.slice(0, 70)}`))
    expect(heard).toEqual(['one\n', 'two\n'])
    stream.push(Buffer.from(`${key.slice(70)}\n`))
    expect(heard.join('')).toBe('one\ntwo\n[redacted]\n')
  })

  it('goes on after a key that never ends', () => {
    const lines = Array.from({ length: 5000 }, (_none, at) => `(line ${at} of the tests)`).join('\n')
    const left = streamed([Buffer.from(`-----BEGIN PRIVATE KEY-----\n${lines}`)])
    expect(left).toBe(`[redacted]${lines}`)
  })

  it.each([200_000, 262_100, 262_140, 262_144, 300_000, 524_280])(
    'finds a token and a key in a line without end, after %i bytes',
    (length) => {
      const filling = 'a b c d '.repeat(length / 8)
      const text = `${filling}${token} ${key.replaceAll('\n', '\\n')} ${filling}`
      const left = streamed([Buffer.from(text)])
      expect(left).toBe(`${filling}[redacted] [redacted] ${filling}`)
      expect(streamed(cutAt(Buffer.from(text), [length, length + 30, 2 * length]))).toBe(left)
    },
  )

  it('gives every byte back that is of no secret', () => {
    const bytes = Buffer.from(Array.from({ length: 4096 }, (_none, at) => (at * 7919) % 256))
    expect(streamed([bytes])).toBe(bytes.toString('latin1'))
  })
})
