import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scratch } from '../../../../../test/contracts/program.ts'
import { openProgram, type Question } from './open-program.ts'

/** A program that does with a text what it says, and echoes its length otherwise. */
const PROGRAM = `#!${process.execPath}
let held = Buffer.alloc(0)
let queries = 0
let answered = 0
process.stdin.on('data', (part) => {
  held = Buffer.concat([held, part])
  while (held.length >= 16 && held.length >= 16 + held.readUInt32LE(12)) {
    const [kind, length] = [held.readUInt32LE(0), held.readUInt32LE(12)]
    const text = held.toString(kind === 1 ? 'utf16le' : 'utf8', 16, 16 + length)
    held = held.subarray(16 + length)
    if (kind === 0) queries += 1
    if (text.includes('crash')) process.exit(3)
    if (text.includes('hang')) process.kill(process.pid, 'SIGPROF')
    const words = text.includes('late') ? [1, 0] : kind === 0 ? [0, 4, queries] : [0, 8, text.length, queries]
    answered += text.includes('twice') ? 2 : 1
    const answer = Buffer.from(Uint32Array.of(answered, ...words).buffer)
    // In pieces, as a pipe may have them.
    for (const byte of answer) process.stdout.write(Buffer.of(byte))
  }
})
process.stdin.on('end', () => process.exit())
`

function open() {
  const { base } = scratch()
  const program = join(base, 'program')
  writeFileSync(program, PROGRAM, { mode: 0o755 })
  return openProgram(program)
}

const query: Question = { kind: 'query', place: 0, grammar: 'python', query: '(module) @module' }
const parse = (text: string | Uint8Array): Question => ({ kind: 'parse', place: 0, text, limitMs: 1000 })

describe('the native parser is asked', () => {
  it('many things at once, and answers in their order', async () => {
    const { ask, end } = open()
    const texts = ['a', 'late', '日本', Buffer.from('日本語')]
    const answers = await Promise.all([query, ...texts.map(parse)].map(ask))
    expect(answers).toEqual([
      { kind: 'done', words: Int32Array.of(1) },
      { kind: 'done', words: Int32Array.of(1, 1) },
      { kind: 'late' },
      { kind: 'done', words: Int32Array.of(2, 1) },
      { kind: 'done', words: Int32Array.of(3, 1) },
    ])
    await end()
  })

  it('and one that ends over a text costs that text and no other, and knows its queries again', async () => {
    const { ask, end } = open()
    const texts = ['a', 'crash', 'bb', 'hang', 'ccc']
    const [, ...answers] = await Promise.all([query, ...texts.map(parse)].map(ask))
    expect(answers).toEqual([
      { kind: 'done', words: Int32Array.of(1, 1) },
      { kind: 'crash' },
      { kind: 'done', words: Int32Array.of(2, 1) },
      { kind: 'hang' },
      { kind: 'done', words: Int32Array.of(3, 1) },
    ])
    expect(await ask(parse('crash'))).toEqual({ kind: 'crash' })
    expect(await ask(parse('dddd'))).toEqual({ kind: 'done', words: Int32Array.of(4, 1) })
    await end()
  })

  it('and is asked no more when it cannot be started again, or does not know its queries again', async () => {
    const { base } = scratch()
    const program = join(base, 'program')
    writeFileSync(program, PROGRAM, { mode: 0o755 })
    const { ask, end } = openProgram(program)
    await ask(query)
    writeFileSync(program, '#!/bin/sh\nexit 1\n')
    const answers = await Promise.all(['crash', 'a', 'bb'].map(parse).map(ask))
    expect(answers.map(({ kind }) => kind)).toEqual(['crash', 'unknown', 'unknown'])
    expect(await ask(parse('ccc'))).toEqual({ kind: 'unknown' })
    await end()
  })

  it('and is asked no more when it ends over text after text, or answers something that was not asked', async () => {
    const { ask, end } = open()
    await ask(query)
    const answers = await Promise.all(Array.from({ length: 20 }, () => parse('crash')).map(ask))
    const kinds = answers.map(({ kind }) => kind)
    expect(kinds.slice(0, 8)).toEqual(Array(8).fill('crash'))
    expect(kinds.slice(8)).toEqual(Array(12).fill('unknown'))
    expect(await ask(parse('a'))).toEqual({ kind: 'unknown' })
    await end()
    const other = open()
    await other.ask(query)
    const [first, ...rest] = await Promise.all(['a', 'twice', 'bb'].map(parse).map(other.ask))
    expect([first?.kind, ...rest]).toEqual(['done', { kind: 'unknown' }, { kind: 'unknown' }])
    await other.end()
  })

  it('and where there is none, says so to every question', async () => {
    const { ask, end } = openProgram(join(scratch().base, 'nowhere'))
    expect(await Promise.all([query, parse('a')].map(ask))).toEqual([
      { kind: 'unknown' },
      { kind: 'unknown' },
    ])
    await end()
  })
})
