import { randomBytes } from 'node:crypto'
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { makeIgnoredFolder } from '#kit/make-ignored-folder.ts'
import { redactRecord } from '#kit/redact.ts'
import { sealOf } from '#kit/seal.ts'
import type { Entry, Fact } from '#words/entry.ts'

export type Journal = { readonly append: (fact: Fact) => Entry }

export type JournalParts = {
  readonly root: string
  /** Who writes: part of the file's name, so that a person can tell. */
  readonly writer: string
  readonly now: () => Date
  /** With which moves of tasks and their terms are sealed, asked for only where there is one; nothing is sealed without. */
  readonly key?: () => Buffer | null
  /** Told of every entry. */
  readonly keep?: (entry: Entry) => void
}

export const JOURNAL_FOLDER = '.keel/journal'

/**
 * One file per writing process, so that no two ever write to the same one, and lines that are whole or torn at the end
 * only. Nothing is made before the first entry.
 */
export function openJournal({ root, writer, now, key, keep }: JournalParts): Journal {
  const name = `${writer}-${process.pid}-${randomBytes(3).toString('hex')}.jsonl`
  let count = 0
  return {
    append: (fact) => {
      const at = now().toISOString()
      const id = `${name.slice(0, -'.jsonl'.length)}-${++count}`
      const entry = sealed({ id, at, ...withoutSecrets(fact) }, key)
      makeIgnoredFolder(join(root, JOURNAL_FOLDER))
      const folder = join(root, JOURNAL_FOLDER, at.slice(0, 7))
      mkdirSync(folder, { recursive: true })
      appendFileSync(join(folder, name), `${JSON.stringify(entry)}\n`)
      keep?.(entry)
      return entry
    },
  }
}

/** Whatever somebody said, before it is sealed. Names and numbers by which things are found again are none of that. */
function withoutSecrets(fact: Fact): Fact {
  const parts = Object.entries(fact).map(([name, value]) => [
    name,
    AS_IT_IS.has(name) ? value : redactRecord(value),
  ])
  return Object.fromEntries(parts) as Fact
}

/**
 * Evidence has a seal of its own, and is without secrets since before that. A command from which something was taken is another one:
 * a run could not be resumed by it, nor a task be compared with it.
 */
const AS_IT_IS: ReadonlySet<string> = new Set([
  ...['kind', 'run', 'task', 'session', 'call', 'seal'],
  ...['tree', 'base', 'stand', 'head', 'rules', 'commit', 'commits', 'aside', 'files', 'pack', 'changed'],
  ...['evidence', 'test', 'checks', 'terms', 'from', 'to'],
])

/** What a task is compared with later, what proves it, and whether it was done, hangs on those that ask for one; evidence has a seal of its own. */
function sealed(entry: Entry, key: JournalParts['key']): Entry {
  if (!('seal' in entry) || key === undefined) return entry
  const known = key()
  return known === null ? entry : { ...entry, seal: sealOf(entry, known) }
}
