import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { dirname } from 'node:path'
import type { WireName } from './scenario.ts'

export type LoggedRequest = {
  readonly seq: number
  readonly time: string
  readonly method: string
  readonly path: string
  /** Null for what is asked beside the conversation: listings, counts, probes. */
  readonly wire: WireName | null
  readonly lane: string | null
  /** Counted from one; null where no step of a lane answered. */
  readonly step: number | null
  readonly answer: 'step' | 'otherwise' | 'auxiliary' | 'aside' | 'refused'
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

export type RequestLog = {
  /** Returns the number of the request. */
  readonly append: (heard: Heard) => number
  readonly entries: () => readonly LoggedRequest[]
}

type Heard = Omit<LoggedRequest, 'seq' | 'time' | 'headers'> & { readonly headers: IncomingHttpHeaders }

/** Keeps every request in memory and, line by line, in a file. The file tells of this server only: it starts empty. */
export function openRequestLog({ file, now }: { file: string | undefined; now: () => Date }): RequestLog {
  if (file !== undefined) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, '')
  }
  const entries: LoggedRequest[] = []
  return {
    entries: () => [...entries],
    append: ({ method, path, wire, lane, step, answer, headers, body }) => {
      const entry: LoggedRequest = {
        seq: entries.length + 1,
        time: now().toISOString(),
        method,
        path: withoutKey(path),
        wire,
        lane,
        step,
        answer,
        headers: redacted(headers),
        body,
      }
      entries.push(entry)
      // Written before the answer is sent, so that whoever got an answer finds its request in the file.
      if (file !== undefined) appendFileSync(file, `${JSON.stringify(entry)}\n`)
      return entry.seq
    },
  }
}

/** Nobody should have to think about what is in a log before attaching it to a report. */
function redacted(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      CREDENTIAL.test(name) ? '[redacted]' : [value ?? ''].flat().join(', '),
    ]),
  )
}

const CREDENTIAL = /authorization|cookie|key|token|secret/i

/** Gemini takes its key in the address as well. */
function withoutKey(path: string): string {
  return path.replace(/([?&]key=)[^&]*/g, '$1[redacted]')
}
