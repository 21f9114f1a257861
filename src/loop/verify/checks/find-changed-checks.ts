import { catBlobs } from '#kit/cat-blobs.ts'
import { type TreeChange, type TreePair, treeChanges } from '#kit/tree-changes.ts'
import type { Tampering } from '#words/evidence.ts'
import { unwrap } from '../commands-behind.ts'
import { shellParts, shellWords, unquote } from '../shell-words.ts'
import { blobsIn } from '../tamper/commands/command-ground.ts'
import { isBuild } from '../tamper/commands/is-build.ts'
import { kindOfStep } from '../tamper/commands/kind-of-step.ts'
import { lineOf } from '../tamper/commands/line-of.ts'
import { filesOfChecks } from './files-of-checks.ts'
import { findDisarmed } from './find-disarmed.ts'
import { type LineBehind, linesBehind } from './lines-behind.ts'
import { withManifests } from './with-manifests.ts'

type Compared = TreePair & {
  /** The checks that are a task's own. */
  readonly checks: readonly string[]
  /** The tests of the project, which are compared by others. */
  readonly command: string
}

export type ChangedChecks = {
  readonly found: readonly Tampering[]
  /** What checks name as tests, as paths and patterns. */
  readonly tests: readonly string[]
}

/**
 * What was done to what a task's check runs. Its text is bound by the claim; what it stands for, and the programs that it starts, have
 * to say what they said. A file that was not there when the work started is the work.
 */
export async function findChangedChecks({ checks, command, ...trees }: Compared): Promise<ChangedChecks> {
  const changes = checks.length === 0 ? [] : ((await treeChanges(trees)) ?? [])
  if (changes.length === 0) return { found: [], tests: [] }
  const { root, from, to } = trees
  const files = await blobsIn({ root, tree: from })
  const later = await blobsIn({ root, tree: to })
  return withManifests({ root, files }, async ({ folder, texts }) => {
    const { commands, scripts, entries, tests } = await filesOfChecks(checks, {
      root,
      from,
      files,
      folder,
      manifests: new Map([...texts].filter(([path]) => path.endsWith('package.json'))),
    })
    const changed = changes.filter(({ path, kind }) => kind !== 'added' && scripts.has(path))
    const lines = await withManifests({ root, files: later }, async (now) =>
      commands.flatMap((line) => {
        const was = othersThan(command, { root: folder, line })
        const is = othersThan(command, { root: now.folder, line })
        return compareLines(was, is).map(({ path, text, near }) => ({
          kind: 'command-changed' as const,
          path,
          line: lineOf(now.texts.get(path) ?? null, near),
          text: `What the task’s check comes to was changed: ${text}.`,
        }))
      }),
    )
    const disarmed = await findDisarmed({ root, entries, files, changes, checks: commands.join('\n') })
    const found = [...lines, ...(await Promise.all(changed.map((change) => tell(change, root)))), ...disarmed]
    return { found: unique(found), tests }
  })
}

/** What a line comes to, without what the tests of the project come to. */
function othersThan(command: string, { root, line }: { root: string; line: string }): LineBehind[] {
  const own = linesBehind({ root, command }).lines
  return linesBehind({ root, command: line }).lines.filter(
    ({ path, text }) =>
      !own.some((one) => one.path === path && (text === one.text || text.startsWith(`${one.text} `))),
  )
}

type Difference = { readonly path: string; readonly text: string; readonly near: string }

/** The first line that is another now. Where there was none, it is the work to write it; and what is built before it is no part of it. */
function compareLines(was: readonly LineBehind[], now: readonly LineBehind[]): Difference[] {
  const is = now.filter(({ text }) => was.some((one) => one.text === text) || !isBuild(commandOf(text)))
  return was.length === 0 ? [] : differences(was, is)
}

function differences(was: readonly LineBehind[], is: readonly LineBehind[]): Difference[] {
  const at = was.findIndex(({ path, text }, place) => {
    const now = is[place]
    return now === undefined || now.path !== path || !(now.text === text || isAsGood(text, now.text))
  })
  const [old, now] = [was[at], is[at]]
  if (old !== undefined)
    return [
      now === undefined || now.path !== old.path
        ? { path: old.path, text: `\`${old.text}\` is no part of it any more`, near: '' }
        : { path: old.path, text: `\`${old.text}\` is \`${now.text}\` now`, near: lastLineOf(now.text) },
    ]
  const more = is[was.length]
  return more === undefined
    ? []
    : [{ path: more.path, text: `\`${more.text}\` is new in it`, near: lastLineOf(more.text) }]
}

/** Of a recipe with its goal, what can be found in the file. */
function lastLineOf(text: string): string {
  return commandOf(text.split('\n').at(-1) ?? '')
}

function commandOf(text: string): string {
  return text.replace(/^[\w.-]+: /, '')
}

/** Of lines that only run tests, options are compared as those of other test commands are; what they name has to stay. */
function isAsGood(old: string, now: string): boolean {
  const [built, same] = now.endsWith(` && ${old}`) ? [now.slice(0, -old.length - 4), true] : ['', false]
  if (same && isBuild(commandOf(built))) return true
  const [before, after] = [testWords(old), testWords(now)]
  return (
    before !== null && after !== null && before.every((word) => after.includes(word) || !/[./]/.test(word))
  )
}

function testWords(line: string): readonly string[] | null {
  const parts = shellParts(line)
  const steps = parts.map(({ text }) => unwrap(shellWords(text).map(unquote)))
  const isPlain = parts.every(({ joint }) => joint === '' || joint === '&&') && !/&\s*$/.test(line)
  return isPlain && steps.every((words) => kindOfStep(words) === 'tests') ? steps.flat() : null
}

async function tell(change: TreeChange, root: string): Promise<Tampering> {
  const { path } = change
  if (change.kind === 'deleted')
    return {
      kind: 'test-deleted',
      path,
      line: null,
      text: 'The task’s check runs this file, and it is gone.',
    }
  const { blob, formerBlob } = change
  const blobs = await catBlobs(root, [blob, formerBlob])
  const [old = [], now = []] = [formerBlob, blob].map((one) => blobs.get(one)?.toString('utf8').split('\n'))
  const at = now.findIndex((line, place) => line !== old[place])
  return {
    kind: 'expectation-changed',
    path,
    line: (at === -1 ? Math.max(0, now.length - 1) : at) + 1,
    text: 'The task’s check runs this file, which is other than when the work began: whoever works on a task does not decide what proves it.',
  }
}

function unique(found: readonly Tampering[]): Tampering[] {
  return [...new Map(found.map((one) => [`${one.path}\0${one.text}`, one])).values()]
}
