import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scratch } from '../../../../test/contracts/program.ts'
import type { FileOutcome } from '../parse/batch.ts'
import { type CodeIndex, openCodeIndex } from './code-index.ts'

const unread: FileOutcome = { kind: 'unread', why: 'binary' }
const parsed: FileOutcome = {
  kind: 'parsed',
  tags: '{"definitions":[]}',
  isGenerated: false,
  hasErrors: false,
}

function indexIn(folder = scratch().project, engine = 'one') {
  return { folder, index: openCodeIndex({ folder, engine }) }
}

function found(index: CodeIndex, keys: readonly string[]): Map<string, FileOutcome> {
  const outcomes = new Map<string, FileOutcome>()
  index.find(keys, (key, outcome) => outcomes.set(key, outcome))
  return outcomes
}

describe('the index', () => {
  it('gives back what was added, and nothing that was not asked for', () => {
    const { index } = indexIn()
    index.add(
      new Map<string, FileOutcome>([
        ['a', unread],
        ['b', parsed],
      ]),
    )
    expect(found(index, ['b', 'c'])).toEqual(new Map([['b', parsed]]))
  })

  it('is found again by the next process, and begun anew by another engine', () => {
    const { folder, index } = indexIn()
    index.add(new Map([['a', unread]]))
    expect(found(indexIn(folder).index, ['a']).size).toBe(1)
    expect(found(indexIn(folder, 'two').index, ['a']).size).toBe(0)
  })

  it('remembers for the engine that came after another as it did for the first', () => {
    const { folder, index } = indexIn()
    index.add(new Map([['a', unread]]))
    indexIn(folder, 'two').index.add(new Map([['b', parsed]]))
    expect(found(indexIn(folder, 'two').index, ['a', 'b'])).toEqual(new Map([['b', parsed]]))
  })

  it('heals itself, whatever became of its file', () => {
    const { folder, index } = indexIn()
    const many = new Map(Array.from({ length: 500 }, (_, place) => [`k${place}`, parsed] as const))
    index.add(many)
    const file = join(folder, 'code.db')
    const whole = readFileSync(file)
    const damages = [
      Buffer.from('no database at all'),
      whole.subarray(0, whole.length >> 1),
      Buffer.concat([whole.subarray(0, 4096), Buffer.alloc(whole.length - 4096, 0xff)]),
      Buffer.alloc(0),
    ]
    for (const damage of damages) {
      writeFileSync(file, damage)
      const keys = [...many.keys()]
      for (const outcome of found(index, keys).values()) expect(outcome).toEqual(parsed)
      index.add(many)
      expect(found(index, keys).size).toBe(500)
    }
  })

  it('forgets what a tree has not where it has grown too large, and nothing where the tree itself is that large', () => {
    const { project: folder } = scratch()
    const index = openCodeIndex({ folder, engine: 'one', sizeMaxBytes: 64 * 1024 })
    const outcomes = (from: number, to: number) =>
      new Map(
        Array.from({ length: to - from }, (_, place) => [
          `key ${from + place}`,
          { ...parsed, tags: 'x'.repeat(500) },
        ]),
      )
    const [old, now] = [outcomes(0, 400), outcomes(400, 500)]
    index.add(old, old)
    expect(found(index, [...old.keys()]).size).toBe(400)
    // A part of a tree says nothing of the rest.
    index.add(now)
    expect(found(index, [...old.keys()]).size).toBe(400)
    index.add(now, now)
    expect(found(index, [...old.keys()]).size).toBe(0)
    expect(found(index, [...now.keys()]).size).toBe(100)
  })

  it('is not locked for good by a process that was killed', () => {
    const { folder, index } = indexIn()
    index.add(new Map([['a', unread]]))
    mkdirSync(join(folder, 'code.db.lock'))
    writeFileSync(join(folder, 'code.db.keel-tmp'), '999999999')
    expect(found(index, ['a']).size).toBe(1)
    expect(existsSync(join(folder, 'code.db.lock'))).toBe(false)
  })
})
