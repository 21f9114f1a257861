import { relative, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import type { OnRepository, Scan } from '#context/knowledge/scan.ts'
import { writeAstContext } from '#context/knowledge/write-ast-context.ts'
import { readJournal } from '#journal/read-journal.ts'
import type { Entry } from '#words/entry.ts'
import { Fault } from '#words/fault.ts'
import { assertFiles } from './assert-files.ts'
import { assertProject } from './assert-project.ts'
import { type Knowledge, openKnowledge } from './open-knowledge.ts'
import { validConfig } from './valid-config.ts'
import { defineVerb } from './verb.ts'
import type { World } from './world.ts'

export type ScanReport = Omit<Scan, 'unfit'> & {
  readonly kind: 'scan'
  readonly store: string
  readonly durationMs: number
  /** Where what parsing knows of each module was written, and of how many; null where that was not asked for. */
  readonly astContext: { readonly folder: string; readonly modules: number } | null
  /** True where scans were told of one by one, until somebody had enough. */
  readonly followed: boolean
}

export type ScanHistory = { readonly kind: 'history'; readonly scans: readonly ScanEntry[] }

export type ScanEntry = Extract<Entry, { readonly kind: 'scanned' }>

export const scan = defineVerb({
  name: 'scan',
  summary: 'Bring what is known of the code up to date, so that it can be searched.',
  details:
    'Puts every file, definition and module into the knowledge store: names, signatures, documentation, words, and who needs whom. ' +
    'Only what changed since the last scan is read again, be it committed or not; --full begins anew. A scan that was killed is ' +
    'completed by the next one. Secret, binary, generated and huge files stay out, and what looks like a secret is taken out of lines. ' +
    'The store is a file in `.keel/cache` unless `context.knowledge` names a server; nothing leaves this machine unless it names one, ' +
    'or a model that embeds.',
  examples: [
    { command: 'keel scan', explains: 'what changed since the last time' },
    { command: 'keel scan --full', explains: 'everything, as if for the first time' },
    { command: 'keel scan --watch', explains: 'again and again, until you stop it' },
    { command: 'keel scan --history', explains: 'what scans found before' },
    { command: 'keel scan --ast-context out', explains: 'write out/<module>/ast_context.json too' },
  ],
  input: z.object({
    full: z.boolean().default(false).describe('Read everything again, whatever is there.'),
    watch: z
      .boolean()
      .default(false)
      .describe('Go on: scan again after each interval of the configuration, and tell what changed.'),
    history: z.boolean().default(false).describe('Scan nothing; show the scans of the past.'),
    astContext: z
      .string()
      .trim()
      .min(1)
      .optional()
      .describe('A folder: write what parsing knows of each module there, into an ast_context.json each.'),
  }),
  tells: 'answer',
  tool: null,
  configuration: 'valid',
  run: async ({ full, watch, history, astContext }, world): Promise<ScanReport | ScanHistory> => {
    const { place } = world
    assertProject(place)
    if (history) return { kind: 'history', scans: readJournal(place.root).entries.filter(isScan) }
    await assertFiles(place.root)
    const { mode: usual, interval } = validConfig(world).context.scan
    const mode = full ? 'full' : usual
    const folder = astContext === undefined ? null : resolve(place.cwd, astContext)
    const knowledge = await openKnowledge(world)
    try {
      const first = await scanOnce({ knowledge, mode, folder }, world)
      if (!watch) {
        record(first, world)
        return first
      }
      return await keepScanning({ knowledge, first, intervalMs: interval * 1000, folder }, world)
    } catch (error) {
      throw world.signal.aborted ? interrupted() : error
    } finally {
      await knowledge.store.close()
    }
  },
  hasFindings: () => false,
})

function isScan(entry: Entry): entry is ScanEntry {
  return entry.kind === 'scanned'
}

type Once = {
  readonly knowledge: Knowledge
  readonly mode: Scan['mode']
  /** Where to write what parsing knows; null for nowhere. */
  readonly folder: string | null
}

async function scanOnce({ knowledge, mode, folder }: Once, { place }: World): Promise<ScanReport> {
  let modules = 0
  const write: OnRepository = (repository, found) => {
    modules = writeAstContext(repository, { folder: folder ?? '.', modules: found })
  }
  const { unfit, ...done } = await knowledge.scan({ mode, ...(folder !== null && { onRepository: write }) })
  const astContext = folder === null ? null : { folder: relative(place.cwd, folder) || '.', modules }
  return { kind: 'scan', ...done, store: knowledge.name, astContext, followed: false }
}

function record(report: ScanReport, { journal }: World): Entry {
  const { mode, store, commit, files, changed, deleted, symbols, dependencies, durationMs } = report
  const figures = { files, changed, deleted, symbols, dependencies, durationMs }
  return journal.append({ kind: 'scanned', mode, store, commit, ...figures })
}

type Watch = Omit<Once, 'mode'> & { readonly first: ScanReport; readonly intervalMs: number }

/** A scan that found nothing new is neither told nor kept: there would be hundreds a day. */
async function keepScanning(
  { knowledge, first, intervalMs, folder }: Watch,
  world: World,
): Promise<ScanReport> {
  world.tell(record(first, world))
  world.mention(`Watching. The next scan is in ${intervalMs / 1000} s; Ctrl-C ends it.`)
  let last = first
  for (;;) {
    await sleep(intervalMs, undefined, { signal: world.signal }).catch(() => {})
    if (world.signal.aborted) return { ...last, followed: true }
    try {
      last = await scanOnce({ knowledge, mode: 'incremental', folder }, world)
      if (last.changed + last.deleted > 0) world.tell(record(last, world))
    } catch (error) {
      // It may be back by the next time.
      if (!world.signal.aborted) world.mention(error instanceof Error ? error.message : String(error))
    }
  }
}

function interrupted(): Fault {
  return new Fault({
    kind: 'user',
    code: 'interrupted',
    message: 'The scan was interrupted. What was done until then is kept.',
    hint: 'keel scan',
  })
}
