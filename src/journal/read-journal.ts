import { join } from 'node:path'
import { namesIn, readIfReadable } from '#kit/files.ts'
import { type Entry, entrySchema } from '#words/entry.ts'
import { JOURNAL_FOLDER } from './open-journal.ts'

export type JournalReading = {
  /** In the order of time. */
  readonly entries: readonly Entry[]
  readonly unreadable: readonly UnreadableLine[]
}

export type UnreadableLine = {
  /** Relative to the project. */
  readonly file: string
  readonly line: number
  /** `torn`: the last line of a writer that was killed. `damaged`: anything else that is no entry. */
  readonly kind: 'torn' | 'damaged'
}

/** All that was ever recorded here. A line that is no entry is skipped and told. */
export function readJournal(root: string): JournalReading {
  const readings = journalFiles(root).map((file) =>
    parseLines({ file, text: readIfReadable(join(root, file))?.toString('utf8') ?? '' }),
  )
  return {
    entries: readings.flatMap(({ entries }) => entries).sort(byTime),
    unreadable: readings.flatMap(({ unreadable }) => unreadable),
  }
}

/** Relative to the project, oldest month first. */
export function journalFiles(root: string): string[] {
  const months = namesIn(join(root, JOURNAL_FOLDER)).filter((name) => /^\d{4}-\d{2}$/.test(name))
  return months.flatMap((month) =>
    namesIn(join(root, JOURNAL_FOLDER, month))
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => `${JOURNAL_FOLDER}/${month}/${name}`),
  )
}

export function byTime(one: Entry, other: Entry): number {
  if (one.at !== other.at) return one.at < other.at ? -1 : 1
  return one.id.localeCompare(other.id, 'en', { numeric: true })
}

export function parseLines({ file, text }: { file: string; text: string }): JournalReading {
  const entries: Entry[] = []
  const unreadable: UnreadableLine[] = []
  const lines = text.split('\n')
  for (const [index, line] of lines.entries()) {
    if (line === '') continue
    const entry = parseLine(line)
    if (entry !== null) entries.push(entry)
    else {
      const kind = index === lines.length - 1 ? 'torn' : 'damaged'
      unreadable.push({ file, line: index + 1, kind })
    }
  }
  return { entries, unreadable }
}

function parseLine(line: string): Entry | null {
  try {
    return entrySchema.parse(JSON.parse(line))
  } catch {
    return null
  }
}
