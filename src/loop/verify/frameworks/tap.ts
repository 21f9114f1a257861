import type { FailingTest } from '#words/evidence.ts'
import type { Framework, TestResult } from './contract.ts'
import { dependsOn } from './depends-on.ts'
import { frameIn } from './frame-in.ts'
import { readProve } from './read-prove.ts'
import { readTap, type TapPoint } from './read-tap.ts'
import { shortMessage } from './short-message.ts'
import { tapResult } from './tap-result.ts'

/**
 * The Test Anything Protocol, whoever speaks it: tape, node-tap and many others. It is written for machines already. `prove`
 * hears it, and prints a summary of its own.
 */
export const tap: Framework = {
  name: 'TAP',
  programs: [['tape'], ['tap'], ['prove']],
  isUsedIn: (folder) =>
    dependsOn(folder, 'tape') ||
    dependsOn(folder, 'tap') ||
    folder.names('t').some((name) => name.endsWith('.t')),
  report: null,
  scope: {
    words: ({ files }) => files,
    options: {
      valued: /^(?:-[rIjJ]|--(?:require|reporter|jobs|timeout|ignore|lib))$/,
      flags: /^(?:-[lbvrsw]+|--(?:no-.*|verbose|recurse|color|lib|blib|only|strict))$/,
    },
  },
  parse,
}

function parse(output: string): TestResult | null {
  const proven = readProve(output)
  if (proven !== null) return proven
  // `prove` tells of one file after the other, and came to no verdict.
  if (/^\S.* \.{2,} *$/m.test(output)) return null
  const read = readTap(output)
  if (read === null) return null
  const result = tapResult({ tap: read, tellFailing })
  const stopped = /^Bail out!\s*(.*)$/m.exec(output)
  if (stopped === null) return result
  const failing = [
    ...(result?.failing ?? []),
    { id: 'Bail out!', message: stopped[1] || null, location: null },
  ]
  const { passed, skipped } = result?.counts ?? { passed: 0, skipped: 0 }
  return { counts: { passed, failed: failing.length, skipped }, failing, ran: result?.ran ?? [] }
}

function tellFailing({ path, details }: TapPoint): FailingTest {
  const told = blockIn(details)
  return { id: path.join(' > '), message: messageIn(told), location: locationIn(told) }
}

/** The YAML between its marks, else the comments. */
function blockIn(details: string): string {
  const block = /^( *)---\n([\s\S]*?)^ *\.\.\.$/m.exec(details)?.[2]
  return block ?? details.replaceAll(/^(?! *#).*\n?/gm, '').replaceAll(/^ *# ?/gm, '')
}

function messageIn(told: string): string | null {
  const kept = told
    .replaceAll(/^( *)(?:stack|source|at|duration_ms|type|code|location)\b:.*\n(?:\1 +.*\n|\s*\n)*/gm, '')
    .replaceAll(/^\s*Looks like .*$/gm, '')
  return shortMessage(kept)
}

function locationIn(told: string): string | null {
  const [, file, line] = /fileName: (.+)\n\s*lineNumber: (\d+)/.exec(told) ?? []
  if (file !== undefined) return `${file}:${line}`
  const [, script, place] = /^\s*at (\S+) line (\d+)\.$/m.exec(told) ?? []
  return script === undefined ? frameIn(told.replaceAll(/^(\s*at): /gm, '$1 ')) : `${script}:${place}`
}
