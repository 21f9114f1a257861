import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import * as z from 'zod'
import { layOut, parseLoadingFixture } from '../contracts/loading-fixture.ts'
import { compareLoading } from './loading/compare-loading.ts'
import { observeLoading } from './loading/observe-loading.ts'
import { type Evidence, runScenario } from './loading/run-scenario.ts'
import { catalogue, programNames } from './program-cache.mjs'
import { findProgram, type ProgramName } from './programs.ts'

const USAGE = `Runs the real programs on the layouts of their recordings, and looks what they load.

  node test/hosts/record-loading.mjs [--check] [--only PATTERN] [--jobs N] [--keep FOLDER] [HOST …]

  --check   changes nothing, and reports where a program does otherwise than was recorded
  --only    scenarios whose name matches a regular expression
  --jobs    how many at once (2)
  --keep    writes the text of all requests into a folder

Without --check, a recording that is no longer true is written anew, under the version of the program. A scenario is
added by a file without \`loaded\` and \`absent\`. Hosts: ${programNames.join(', ')}. Cursor has no program that could be
run; what keel says of it is read in its documents.`

/** The command. Returns its exit code. */
export async function recordLoading(words: readonly string[]): Promise<number> {
  const parsed = parseWords(words)
  if (parsed.kind === 'misuse') {
    console.error(`${parsed.message}\n\n${USAGE}`)
    return 2
  }
  const { names, ...options } = parsed
  let failures = 0
  for (const name of names) failures += await recordHost(name, options)
  return failures === 0 ? 0 : 1
}

type Options = {
  readonly check: boolean
  readonly only: RegExp
  readonly jobs: number
  readonly keep: string | undefined
  /** Whoever names a host wants it run. */
  readonly isNamed: boolean
}

function parseWords(
  words: readonly string[],
): ({ kind: 'options'; names: readonly ProgramName[] } & Options) | { kind: 'misuse'; message: string } {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        check: { type: 'boolean', default: false },
        only: { type: 'string', default: '' },
        jobs: { type: 'string', default: '2' },
        keep: { type: 'string' },
      },
    })
    const names = programNames.filter((name) => positionals.length === 0 || positionals.includes(name))
    const unknown = positionals.filter((word) => !names.some((name) => name === word))
    if (unknown.length > 0) return { kind: 'misuse', message: `No program: ${unknown.join(', ')}` }
    const { check, only, keep } = values
    const isNamed = positionals.length > 0
    return { kind: 'options', names, check, only: new RegExp(only), jobs: Number(values.jobs), keep, isNamed }
  } catch (error) {
    return { kind: 'misuse', message: String(error) }
  }
}

/** Returns how many scenarios went wrong. */
async function recordHost(name: ProgramName, options: Options): Promise<number> {
  const found = findProgram(name)
  if (found.kind === 'absent') {
    console.log(`${name}: nothing was run, because ${found.reason}`)
    return options.isNamed ? 1 : 0
  }
  const queue = readdirSync(folderOf(name)).filter(
    (file) => file.endsWith('.json') && options.only.test(file),
  )
  const counts = { same: 0, different: 0, skipped: 0, failed: 0 }
  const work = async () => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
      const { kind, lines } = await recordFile({ name, path: found.path, file, options }).catch(asFailure)
      counts[kind]++
      if (kind !== 'same') console.log([`${name} ${file}: ${kind}`, ...lines].join('\n  '))
    }
  }
  await Promise.all(Array.from({ length: options.jobs }, work))
  const { same, different, skipped, failed } = counts
  const verb = options.check ? 'different' : 'recorded anew'
  console.log(
    `${name} ${found.version}: ${same} as recorded, ${different} ${verb}, ${skipped} skipped, ${failed} failed`,
  )
  return failed + (options.check ? different : 0)
}

type Outcome = {
  readonly kind: 'same' | 'different' | 'skipped' | 'failed'
  readonly lines: readonly string[]
}

function asFailure(error: unknown): Outcome {
  return { kind: 'failed', lines: [error instanceof Error ? (error.stack ?? error.message) : String(error)] }
}

async function recordFile({
  name,
  path,
  file,
  options,
}: {
  name: ProgramName
  path: string
  file: string
  options: Options
}): Promise<Outcome> {
  const data = z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(readFileSync(join(folderOf(name), file), 'utf8')))
  const raw = rawFixture.parse(data)
  const fixture = parseLoadingFixture({ loaded: [], absent: [], ...data })
  if (fixture.machine !== undefined) {
    return {
      kind: 'skipped',
      lines: [`it needs ${Object.keys(fixture.machine).join(' and ')} on this machine`],
    }
  }
  const layout = layOut(fixture)
  try {
    const evidence = await runScenario({ name, path, fixture, layout })
    if (options.keep !== undefined) keepEvidence(join(options.keep, name), { file, evidence })
    const { unlisted, ...observed } = observeLoading({ name, fixture, layout, evidence })
    const spoken = (text: string) =>
      evidence.texts.some((texts) => texts.join('\n').includes(layout.fill(text)))
    const asides = describeAsides(raw, { evidence, spoken })
    const lines = [
      ...(raw.loaded === undefined ? ['it had not been recorded'] : []),
      ...compareLoading({ ...fixture, unlisted }, observed),
      ...compareAsides(raw, asides),
    ]
    if (lines.length > 0 && !options.check) {
      const { saw, sawNot, refused, ...rest } = data
      const { version } = catalogue[name]
      writeFixture({ name, file, version }, { ...rest, version, ...observed, ...asides })
    }
    return { kind: lines.length > 0 ? 'different' : 'same', lines }
  } finally {
    layout.dispose()
  }
}

/** What keel itself does not look at. */
const rawFixture = z.object({
  loaded: z.array(z.unknown()).optional(),
  saw: z.array(z.string()).optional(),
  sawNot: z.array(z.string()).optional(),
  refused: z.string().optional(),
})

type Asides = Pick<z.infer<typeof rawFixture>, 'saw' | 'sawNot' | 'refused'>

/** What a recording says beside the files: texts that were looked for, and whether the program started at all. */
function describeAsides(
  { saw = [], sawNot = [] }: Asides,
  { evidence, spoken }: { evidence: Evidence; spoken: (text: string) => boolean },
): Asides {
  const seen = [...saw, ...sawNot].filter(spoken)
  const unseen = [...saw, ...sawNot].filter((text) => !spoken(text))
  return {
    ...(seen.length > 0 && { saw: seen }),
    ...(unseen.length > 0 && { sawNot: unseen }),
    ...(evidence.texts.length === 0 && { refused: `no request was made; exit ${evidence.code}` }),
  }
}

function compareAsides(before: Asides, after: Asides): string[] {
  const lost = (before.saw ?? []).filter((text) => !after.saw?.includes(text))
  const found = (before.sawNot ?? []).filter((text) => !after.sawNot?.includes(text))
  return [
    ...lost.map((text) => `no longer seen: ${text}`),
    ...found.map((text) => `now seen: ${text}`),
    ...(before.refused === after.refused
      ? []
      : [`${before.refused ?? 'it started'}; now: ${after.refused ?? 'it starts'}`]),
  ]
}

function writeFixture(
  { name, file, version }: { name: ProgramName; file: string; version: string },
  fixture: Readonly<Record<string, unknown>>,
): void {
  const current = `${file.replace(/(?:@[^@]*)?\.json$/, '')}@${version}.json`
  writeFileSync(join(folderOf(name), current), `${JSON.stringify(fixture, null, 2)}\n`)
  if (current !== file) rmSync(join(folderOf(name), file))
}

function keepEvidence(folder: string, { file, evidence }: { file: string; evidence: Evidence }): void {
  mkdirSync(folder, { recursive: true })
  const text = evidence.texts
    .map((texts, index) => [`===== request ${index + 1}`, ...texts].join('\n-----\n'))
    .join('\n')
  writeFileSync(join(folder, file.replace(/\.json$/, '.txt')), text)
}

function folderOf(name: ProgramName): string {
  return join(import.meta.dirname, '../fixtures/hosts', name, 'loading')
}
