import { existsSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { readIfReadable } from '#kit/files.ts'
import type { FailingTest } from '#words/evidence.ts'
import type { Asked } from './ask-for.ts'
import type { Detected } from './detect-framework.ts'
import { parseTests } from './frameworks/all.ts'
import { cleanOutput } from './frameworks/clean-output.ts'
import type { Framework, TestResult } from './frameworks/contract.ts'
import { junitXml } from './frameworks/junit-xml.ts'
import { numberNames, numberSame } from './frameworks/number-same.ts'
import { sumCounts } from './frameworks/sum-counts.ts'
import { tap } from './frameworks/tap.ts'
import { unfinished } from './frameworks/unfinished.ts'
import { leftReports } from './left-reports.ts'
import { textOf } from './text-of.ts'
import { withoutHollow } from './without-hollow.ts'

type Said = {
  readonly root: string
  readonly detected: readonly Detected[]
  readonly asked: Asked
  readonly begunMs: number
  readonly output: string
  /** Cleaned. */
  readonly said: string
}

type Read = { readonly result: TestResult; readonly framework: string }

/** What all frameworks that a command started came to, together. Null where none of them can be read. */
export function readRuns(from: Said): Read | null {
  const { detected, root } = from
  const [first, ...others] = detected
  const read = others.length === 0 ? readOne(first ?? null, from) : readSeveral(from)
  const folders = [root, ...detected.map(({ folder }) => folder)]
  return read === null ? null : { ...read, result: withoutHollow(read.result, folders) }
}

function readOne(detected: Detected | null, from: Said): Read | null {
  const report =
    detected === null ? null : readReports({ framework: detected.framework, members: [detected] }, from)
  if (report !== null && detected !== null) return { result: report, framework: detected.framework.name }
  const read = parseTests(from.said, detected?.framework ?? null)
  return read === null ? null : { result: read, framework: read.framework }
}

/** Runs of one framework whose words cannot be told apart. */
type Speaker = { readonly framework: Framework; readonly members: readonly Detected[] }

type Heard = Speaker & { readonly result: TestResult | null }

function readSeveral(from: Said): Read | null {
  const { detected, root } = from
  const heard = speakersAmong(from).map((speaker): Heard => ({ ...speaker, result: hear(speaker, from) }))
  const told = heard.filter(({ result }) => result !== null)
  if (told.length === 0) return null
  const results = heard.flatMap((one, place): TestResult[] => {
    if (one.result === null) return isExcused(one, { told, detected }) ? [] : [unfinished(one.framework.name)]
    const prefix = prefixOf({ heard, place, root })
    const { failing, ran } = one.result
    return [
      {
        ...one.result,
        failing: failing.map((failure) => named(failure, { prefix, root })),
        ...(ran === undefined ? {} : { ran: ran.map((id) => nameOf(id, prefix)) }),
      },
    ]
  })
  const names = new Set(told.map(({ framework }) => framework.name))
  return { result: joinResults(results), framework: [...names].join(', ') }
}

/** Each with a text of its own where there are marks; where no mark is to be seen, each framework once. */
function speakersAmong({ detected, said }: Said): Speaker[] {
  const isMarked = detected.some(({ marks }) => marks.length > 0 && textOf(said, marks) !== null)
  const groups = new Map<string, Detected[]>()
  for (const one of detected) {
    const key = JSON.stringify([one.framework.name, isMarked ? one.marks : []])
    groups.set(key, [...(groups.get(key) ?? []), isMarked ? one : unmarked(one)])
  }
  return [...groups.values()].flatMap((members) =>
    members[0] === undefined ? [] : [{ framework: members[0].framework, members }],
  )
}

function unmarked(detected: Detected): Detected {
  return { ...detected, marks: [] }
}

function hear(speaker: Speaker, from: Said): TestResult | null {
  const { framework, members } = speaker
  const marks = members[0]?.marks ?? []
  const text = textOf(from.said, marks)
  const report = readReports(speaker, { ...from, said: text ?? from.said })
  if (report !== null || text === null) return report
  const result = framework.parse(text)
  // Somebody may have asked it to speak in the words of others.
  if (result === null)
    return marks.length > 0 || members.some(hasReporter) ? (junitXml.parse(text) ?? tap.parse(text)) : null
  const ends = framework.end === undefined ? members.length : (text.match(framework.end)?.length ?? 0)
  const expected = members.filter(({ isSpare }) => !isSpare).length
  return ends < expected && result.counts.failed === 0 ? null : result
}

function hasReporter({ words }: Detected): boolean {
  return words.some((word) => /^(?:-R$|--(?:test-)?reporters?\b|--format\b)/.test(word))
}

type Others = { readonly told: readonly Heard[]; readonly detected: readonly Detected[] }

/** It was never started: one before it failed, or none did that it would have stood in for. */
function isExcused({ members }: Heard, { told, detected }: Others): boolean {
  const place = ({ words, folder }: Detected) =>
    detected.findIndex((one) => one.words === words && one.folder === folder)
  const failed = told.filter(({ result }) => (result?.counts.failed ?? 0) > 0).flatMap((one) => one.members)
  return members.every(
    (member) =>
      member.isSpare ||
      failed.some((before) => before.chain === member.chain && place(before) < place(member)),
  )
}

type Among = { readonly heard: readonly Heard[]; readonly place: number; readonly root: string }

/**
 * What parts the names of one from those of others: its folder where there are several, and its own name where another comes before
 * it in the same folder. It hangs on the command alone, and not on what fails.
 */
function prefixOf({ heard, place, root }: Among): { folder: string; framework: string } {
  const folders = heard.map(({ members }) => new Set(members.map(({ folder }) => folder)))
  const [own, ...more] = folders[place] ?? []
  const isAlike = folders.every((one) => [...one].every((folder) => folder === own))
  const earlier = heard.slice(0, place).some((_, at) => own !== undefined && folders[at]?.has(own))
  const path = own === undefined || more.length > 0 ? '' : relative(root, own).split(sep).join('/')
  return { folder: isAlike ? '' : path, framework: earlier ? (heard[place]?.framework.name ?? '') : '' }
}

type Naming = { readonly prefix: { folder: string; framework: string }; readonly root: string }

function nameOf(id: string, { folder, framework }: Naming['prefix']): string {
  const isBelow = folder === '' || id.startsWith(`${folder}/`)
  return [isBelow ? '' : folder, framework, id].filter((part) => part !== '').join(': ')
}

function named({ id, message, location }: FailingTest, { prefix, root }: Naming): FailingTest {
  const { folder } = prefix
  const file = location?.replace(/:\d+$/, '') ?? null
  const isHere =
    file !== null && folder !== '' && !file.startsWith(`${folder}/`) && existsSync(join(root, folder, file))
  return { id: nameOf(id, prefix), message, location: isHere ? `${folder}/${location}` : location }
}

/** The texts of all reports that there are. One that cannot be read is null: it may be the one with the failures. */
function reportsOf({ framework, members }: Speaker, { asked, begunMs, output }: Said): (string | null)[] {
  const from = framework.report?.from
  if (asked.isReportPrinted) return [output]
  if (from === undefined || from.kind === 'printed') return []
  const file = asked.fileOf(framework.name)
  const asking = file === null ? [] : [file]
  const folders = [...new Set(members.map(({ folder }) => folder))]
  const files =
    from.kind === 'asked'
      ? asking
      : folders.flatMap((folder) => leftReports(folder, { globs: from.globs, begunMs }))
  return [...new Set(files)].map((one) => readIfReadable(one)?.toString('utf8') ?? null)
}

/** Null where there is none, or not all can be read. */
function readReports(speaker: Speaker, from: Said): TestResult | null {
  const { root, said } = from
  const results = reportsOf(speaker, from).map((text) =>
    text === null ? null : (speaker.framework.report?.read(cleanOutput(text, root), said) ?? null),
  )
  const known = results.filter((result) => result !== null)
  return known.length === 0 || known.length < results.length ? null : joinResults(known)
}

function joinResults(results: readonly TestResult[]): TestResult {
  const ran = results.map(ranIn)
  const known = ran.filter((names) => names !== null)
  return {
    ...(known.length === ran.length ? { ran: numberNames(known.flat()) } : {}),
    counts: sumCounts(results.map(({ counts }) => counts)),
    failing: numberSame(results.flatMap(({ failing }) => failing)),
    hollow: results.flatMap(({ hollow = [] }) => hollow),
  }
}

/** Null where they are not named. */
function ranIn({ ran, counts: { passed, failed } }: TestResult): readonly string[] | null {
  return ran ?? (passed + failed === 0 ? [] : null)
}
