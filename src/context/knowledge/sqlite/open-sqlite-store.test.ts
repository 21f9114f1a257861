import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { testKnowledgeStore } from '../../../../test/contracts/knowledge-store.ts'
import { memoryMaker } from '../../../../test/contracts/memory-maker.ts'
import { scratchDatabase, sqliteMaker } from '../../../../test/contracts/sqlite-maker.ts'
import { openSqliteStore } from './open-sqlite-store.ts'

testKnowledgeStore(sqliteMaker)
testKnowledgeStore(memoryMaker)

it('is begun anew where its file is broken', async () => {
  const file = scratchDatabase()
  writeFileSync(file, 'This was never a database.'.repeat(500))
  const store = openSqliteStore(file)
  expect(await store.files()).toEqual(new Map())
  expect(await store.health()).toMatchObject({ kind: 'up', documents: 0 })
})

it('says that it is down where its file cannot be', async () => {
  const file = scratchDatabase()
  writeFileSync(file, '')
  expect(await openSqliteStore(join(file, 'inside.db')).health()).toMatchObject({ kind: 'down' })
})
