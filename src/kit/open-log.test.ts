import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scratch } from '../../test/contracts/program.ts'
import { openCappedFile } from './open-capped-file.ts'
import { openLog } from './open-log.ts'

describe('a log', () => {
  it('never has a secret on disk, not even before it is closed', () => {
    const { home } = scratch()
    const path = join(home, 'a.log')
    const log = openLog(path, 1e6)
    const [out, err] = [log.stream(), log.stream()]
    const token = `ghp_${'aB3dE5fG7hJ9'.repeat(3)}`
    out(Buffer.from(`got ${token.slice(0, 20)}`))
    expect(readFileSync(path, 'utf8')).toBe('')
    // Another stream in the middle of the line.
    err(Buffer.from('a warning\n'))
    out(Buffer.from(`${token.slice(20)}\nnext`))
    expect(readFileSync(path, 'utf8')).toBe('a warning\ngot [redacted]\n')
    log.close()
    expect(readFileSync(path, 'utf8')).toBe('a warning\ngot [redacted]\nnext')
    expect(log.isWhole()).toBe(true)
  })

  it('keeps the beginning and the end of output without end, and never takes much more room', () => {
    const { home } = scratch()
    const path = join(home, 'a.log')
    const log = openLog(path, 400_000)
    const write = log.stream()
    for (let at = 0; at < 40_000; at++) {
      write(Buffer.from(`line ${at} of what a test prints, over and over again\n`))
      if (at % 5000 === 0) expect(statSync(path).size).toBeLessThan(800_000)
    }
    log.close()
    const text = readFileSync(path, 'utf8')
    expect(text.length).toBeLessThan(401_000)
    expect(text).toMatch(/^line 0 of/)
    expect(text).toMatch(/\n\[\d+ bytes were left out here\]\nline \d+ of/)
    expect(text).toMatch(/\nline 39999 of what a test prints, over and over again\n$/)
    expect(log.isWhole()).toBe(false)
  })

  it('is put back where somebody has removed it', () => {
    const { home } = scratch()
    const folder = join(home, 'ledger')
    const log = openLog(join(folder, 'a.log'), 1e6)
    const write = log.stream()
    write(Buffer.from('one\n'))
    rmSync(folder, { recursive: true })
    write(Buffer.from('two\n'))
    log.close()
    expect(readFileSync(join(folder, 'a.log'), 'utf8')).toBe('one\ntwo\n')
  })

  it('is none where something else has its name, and nothing breaks', () => {
    const { home } = scratch()
    mkdirSync(join(home, 'a.log'))
    const log = openLog(join(home, 'a.log'), 1e6)
    log.stream()(Buffer.from('one\n'))
    log.close()
    expect(log.isWhole()).toBe(false)
    expect(readdirSync(join(home, 'a.log'))).toEqual([])
  })
})

it('what is kept of a file does not hang on the pieces that it was written in', () => {
  const { home } = scratch()
  const cap = { headBytes: 50, tailBytes: 100 }
  const written = (name: string, pieces: readonly Buffer[]) => {
    const file = openCappedFile(join(home, name), cap)
    for (const piece of pieces) file.write(piece)
    file.close()
    return readFileSync(join(home, name), 'utf8')
  }
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 90 }), { maxLength: 20 }), (sizes) => {
      const pieces = sizes.map((size, at) => Buffer.from(`${at}`.padEnd(size - 1, 'x')).fill('\n', size - 1))
      const whole = Buffer.concat(pieces)
      const kept = written('b', pieces)
      expect(kept).toBe(written('a', [whole]))
      if (whole.length <= 150) expect(kept).toBe(whole.toString())
      else {
        expect(kept.startsWith(whole.subarray(0, 50).toString())).toBe(true)
        expect(kept.length).toBeLessThan(200)
      }
    }),
  )
})
