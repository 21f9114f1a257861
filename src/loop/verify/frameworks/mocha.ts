import { join } from 'node:path'
import * as z from 'zod'
import type { FailingTest } from '#words/evidence.ts'
import type { Framework, ScopedFiles, TestResult } from './contract.ts'
import { dependsOn } from './depends-on.ts'
import { frameIn } from './frame-in.ts'
import { numberNames, numberSame } from './number-same.ts'
import { parseJson } from './parse-json.ts'
import { readJunit } from './read-junit.ts'
import { shortMessage } from './short-message.ts'
import { NOTHING_RAN, sumCounts } from './sum-counts.ts'
import { sumOf } from './sum-of.ts'

/**
 * Mocha has one reporter at a time: one that writes for machines would leave the terminal empty, and a run that is cut off
 * without a word. All but the exotic ones end in the same summary, with everything that is to be known.
 */
export const mocha: Framework = {
  name: 'mocha',
  programs: [['mocha']],
  isUsedIn: (folder) => dependsOn(folder, 'mocha'),
  report: null,
  scope: { words: scopeWords },
  end: /^ {2}\d+ passing \(.+\)$|^ {2}"stats": \{$|^<testsuite name="Mocha Tests"|^Error: No test files found/gm,
  parse,
}

/**
 * Files are added to those that a command or a configuration names; all others can be ignored. Where each file is run for itself,
 * one that is named twice would be run twice.
 */
function scopeWords({ folder, files, given }: ScopedFiles): readonly string[] {
  const patterns = files.flatMap((file) => {
    const plain = file.replaceAll(/[*?[\]{}()!+@,\\]/g, '?')
    return [plain, `./${plain}`, join(folder, plain)]
  })
  const isParallel = given.some((word) => /^(?:-p|--parallel)$/.test(word))
  return [`--ignore=!{${patterns.join(',')}}`, ...(isParallel ? [] : files)]
}

function parse(output: string): TestResult | null {
  const broken = brokenRun(output)
  if (broken !== null) return { counts: { passed: 0, failed: 1, skipped: 0 }, failing: [broken] }
  const listed = readListed(output) ?? readXunit(output)
  if (listed !== null) return listed
  const passed = sumOf(output, /^ {2}(\d+) passing \(.+\)$/gm)
  if (passed === null) return /^Error: No test files found/m.test(output) ? NOTHING_RAN : null
  const failed = sumOf(output, /^ {2}(\d+) failing$/gm) ?? 0
  const counts = { passed, failed, skipped: sumOf(output, /^ {2}(\d+) pending$/gm) ?? 0 }
  const ran = ranIn(output)
  const named = ran.length === passed + failed ? { ran: numberNames(ran) } : {}
  if (failed > 0) return { counts, failing: numberSame(failuresIn(output)), ...named }
  // A good summary ends in an empty line. Without it, what failed may come after the cut, or was named before it.
  const isWhole = /^ {2}\d+ (?:passing \(.+\)|pending)\n\s*\n/m.test(output)
  return isWhole && !/^ +\d+\) \S/m.test(output) ? { counts, failing: [], ...named } : null
}

/** As its reporter `spec` tells them, below the titles of what they are part of. Other reporters name fewer than there are. */
function ranIn(output: string): string[] {
  const tree = output.split(/^ {2}\d+ passing \(.+\)$/m, 1)[0] ?? ''
  let above: { depth: number; title: string }[] = []
  const names: string[] = []
  for (const [, indent = '', mark, title = ''] of tree.matchAll(
    /^( {2,})(?:([✔✓√]|\d+\)) )?(\S.*?)(?: \(\d+ms\))?$/gm,
  )) {
    above = above.filter(({ depth }) => depth < indent.length)
    if (mark === undefined) above.push({ depth: indent.length, title })
    else names.push([...above.map((one) => one.title), title].join(' > '))
  }
  return names
}

const listSchema = z.object({
  stats: z.object({ passes: z.number(), failures: z.number(), pending: z.number() }),
  passes: z.array(z.object({ fullTitle: z.string() })).default([]),
  failures: z.array(
    z.object({
      fullTitle: z.string(),
      file: z.string().nullish(),
      err: z.object({ message: z.string().default(''), stack: z.string().default('') }),
    }),
  ),
})

/** What its reporter `json` prints in the place of a summary, without an end of its last line. */
function readListed(output: string): TestResult | null {
  const lists = [...output.matchAll(/(?<=^\}?)\{\n {2}"stats": \{[\s\S]*?^\}/gm)].map(([text]) =>
    parseJson(text, listSchema),
  )
  const known = lists.filter((list) => list !== null)
  if (known.length === 0 || known.length < lists.length) return null
  const failing = known
    .flatMap(({ failures }) => failures)
    .map(({ fullTitle, file, err }) => ({
      id: fullTitle,
      message: shortMessage(err.message),
      location: placeIn(err.stack, file ?? null),
    }))
  const counts = sumCounts(
    known.map(({ stats: { passes, failures, pending } }) => ({
      passed: passes,
      failed: failures,
      skipped: pending,
    })),
  )
  return {
    counts: { ...counts, failed: Math.max(counts.failed, failing.length) },
    failing: numberSame(failing),
    ran: numberNames(
      known
        .flatMap(({ passes, failures }) => [...passes, ...failures].map(({ fullTitle }) => fullTitle))
        .sort(),
    ),
  }
}

/** A stack names files from where it was started, which in a workspace is a package; without one there is still the file. */
function placeIn(stack: string, file: string | null): string | null {
  const frame = frameIn(stack)
  if (file === null || frame === null) return frame ?? file
  const [, path = '', line = ''] = /^(.+):(\d+)$/.exec(frame) ?? []
  return file.endsWith(`/${path}`) ? `${file}:${line}` : frame
}

/** Its reporter `xunit` leaves out the line that XML begins with. */
function readXunit(output: string): TestResult | null {
  const [only, ...others] = output.match(/^<testsuite name="Mocha Tests"[\s\S]*?^<\/testsuite>$/gm) ?? []
  return only === undefined || others.length > 0 ? null : readJunit(`<?xml version="1.0"?>\n${only}`)
}

/** A file that cannot be loaded, after which nothing is run. */
function brokenRun(output: string): FailingTest | null {
  const said = /^ *Exception during run: ([\s\S]*)/m.exec(output)?.[1]
  if (said === undefined) return null
  const location = frameIn(said)
  return {
    id: location?.replace(/:\d+$/, '') ?? 'Exception during run',
    message: shortMessage(said),
    location,
  }
}

/** As the summary tells them: titles one below the other, the last with a colon, and what went wrong. */
function failuresIn(output: string): FailingTest[] {
  return [...output.matchAll(FAILURE)].map(([, titles = '', rest = '']) => {
    const said = OWN.exec(rest)?.[0] ?? rest
    return {
      id: titles
        .split('\n')
        .map((title) => title.trim())
        .join(' > '),
      // Only its first line is indented for certain.
      message: shortMessage(said)?.trimStart() ?? null,
      location: frameIn(said) ?? LATE.exec(said)?.[1] ?? null,
    }
  })
}

/** Up to the end of its stack, or to two empty lines: behind the last comes what the runner says, or the tests of the next package. */
const OWN = /^[\s\S]*?(?:(?:^ +at .*\n)+(?! +Caused by)|\n[ \t]*\n(?=[ \t]*\n)(?![\s\S]*^ +at ))/m
/** A test that does not come to its end is in no stack. */
const LATE = /^ *Error: Timeout of \d+ms exceeded.*\((\S.*)\)$/m

const FAILURE = /^ {2}\d+\) (.+(?:\n {7,}\S.*)*?):\n([\s\S]*?)(?=^ {2}\d+\) |^ {2}\d+ passing|(?![\s\S]))/gm
