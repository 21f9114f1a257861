import { spawnSync } from 'node:child_process'
import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Fact } from '#words/entry.ts'
import { scratch } from '../../test/contracts/program.ts'
import { readTree } from '../../test/contracts/tree.ts'
import { followJournal } from './follow-journal.ts'
import { openJournal } from './open-journal.ts'
import { journalFiles, readJournal } from './read-journal.ts'

const trace = (subject: string): Fact => ({
  kind: 'trace',
  about: 'decision',
  subject,
  text: 'why',
  source: 'a test',
})
const at = (time: string) => () => new Date(time)

describe('the journal', () => {
  it('gives back what was written, in the order of time, whoever wrote it', () => {
    const { project: root } = scratch()
    const late = openJournal({ root, writer: 'late', now: at('2026-02-03T10:00:00Z') })
    const early = openJournal({ root, writer: 'early', now: at('2026-01-31T10:00:00Z') })
    for (const number of [1, 2, 3]) late.append(trace(`late ${number}`))
    early.append(trace('early'))
    const { entries, unreadable } = readJournal(root)
    expect(entries.map((entry) => entry.kind === 'trace' && entry.subject)).toEqual([
      'early',
      'late 1',
      'late 2',
      'late 3',
    ])
    expect(new Set(entries.map(({ id }) => id)).size).toBe(4)
    expect(unreadable).toEqual([])
    expect(journalFiles(root).map((file) => file.split('/')[2])).toEqual(['2026-01', '2026-02'])
  })

  it('makes nothing before the first entry', () => {
    const { project: root } = scratch()
    openJournal({ root, writer: 'idle', now: () => new Date() })
    expect(readTree(root)).toEqual({})
    expect(readJournal(root)).toEqual({ entries: [], unreadable: [] })
  })

  it('skips a torn last line and a damaged one, tells of both, and keeps the rest', () => {
    const { project: root } = scratch()
    const journal = openJournal({ root, writer: 'w', now: at('2026-01-01T00:00:00Z') })
    journal.append(trace('one'))
    const [file = ''] = journalFiles(root)
    appendFileSync(join(root, file), '{"id":"x","at":"2026-01-01T00:00:00.000Z","kind":"unheard of"}\n')
    journal.append(trace('two'))
    appendFileSync(join(root, file), '{"id":"y","at":"2026-')
    const { entries, unreadable } = readJournal(root)
    expect(entries.map((entry) => entry.kind === 'trace' && entry.subject)).toEqual(['one', 'two'])
    expect(unreadable).toEqual([
      { file, line: 2, kind: 'damaged' },
      { file, line: 4, kind: 'torn' },
    ])
  })

  it('is followed across processes, and a line is heard when it is whole', async () => {
    const { project: root } = scratch()
    openJournal({ root, writer: 'before', now: () => new Date() }).append(trace('before'))
    const [file = ''] = journalFiles(root)
    const stop = new AbortController()
    const heard: string[] = []
    const following = (async () => {
      for await (const entry of followJournal(root, stop.signal)) {
        heard.push(entry.kind === 'trace' ? entry.subject : entry.kind)
        if (heard.length === 2) stop.abort()
      }
    })()
    await new Promise((resolve) => setTimeout(resolve, 50))
    const line = JSON.stringify({ id: 'z', at: '2026-01-01T00:00:00.000Z', ...trace('in two parts') })
    appendFileSync(join(root, file), line.slice(0, 30))
    await new Promise((resolve) => setTimeout(resolve, 450))
    expect(heard).toEqual([])
    appendFileSync(join(root, file), `${line.slice(30)}\n`)
    const other = join(root, file, '..', 'other-1-abc.jsonl')
    spawnSync(process.execPath, [
      '-e',
      `require('fs').appendFileSync(${JSON.stringify(other)}, ${JSON.stringify(`${line.replace('in two parts', 'from another')}\n`)})`,
    ])
    await following
    expect(heard.sort()).toEqual(['from another', 'in two parts'])
  })

  it('survives a folder that is no folder', () => {
    const { project: root } = scratch()
    writeFileSync(join(root, '.keel'), 'a file')
    expect(readJournal(root)).toEqual({ entries: [], unreadable: [] })
  })
})
