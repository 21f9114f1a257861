import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { scratch } from '../../test/contracts/program.ts'
import { useSqlite } from './use-sqlite.ts'

const SCHEMA = 'CREATE TABLE word (text TEXT)'

it('a broken database is made anew', () => {
  const file = join(scratch().base, 'a.db')
  writeFileSync(file, 'no database, but long enough to be looked at as one. '.repeat(100))
  const used = useSqlite({
    file,
    schema: SCHEMA,
    work: (database) => {
      database.run("INSERT INTO word VALUES ('a')")
      return database.get('SELECT COUNT(*) AS count FROM word')
    },
  })
  expect(used).toEqual({ kind: 'done', value: { count: 1 } })
})

it('where a new one is of no use either, that is said, and nothing is left of it', () => {
  const file = join(scratch().base, 'a.db')
  const used = useSqlite({ file, schema: SCHEMA, work: (database) => database.exec('SELECT * FROM nothing') })
  expect(used).toMatchObject({ kind: 'failed', why: expect.stringContaining('nothing') })
  expect(existsSync(file)).toBe(false)
})
