import { isSealed } from '#kit/seal.ts'
import { treeChanges } from '#kit/tree-changes.ts'
import { beyondCommits } from '#kit/tree-hash.ts'
import { changedTerms, type TermChange } from '#words/changed-terms.ts'
import type { Entry, TaskTerms } from '#words/entry.ts'
import type { Evidence } from '#words/evidence.ts'
import type { TaskHead } from '#words/task.ts'
import { sayUnloaded } from '../verify/find-unloaded.ts'
import { isOfTasks } from '../verify/is-of-tasks.ts'
import { isUntouched } from '../verify/is-untouched.ts'
import { redIn, whyFailed } from '../why-failed.ts'
import type { NoStart, Start } from './find-start.ts'
import { ifAboutTests } from './if-about-tests.ts'
import { isElsewhere } from './is-elsewhere.ts'
import { BEGUN, sayOtherTerms } from './say-other-terms.ts'

export type ProofRequest = {
  readonly root: string
  readonly task: TaskHead
  readonly entries: readonly Entry[]
  /** The hash of the tree as it lies there now. */
  readonly tree: string
  /** The checks that have to be green, the task’s own among them. */
  readonly checks: readonly { readonly name: string; readonly command: string }[]
  readonly key: Buffer | null
  /** The command that proves the project as it is now; null where it names none. */
  readonly own: string | null
  /** What proves the task by what is said now. */
  readonly terms: TaskTerms
  /** What the work is compared with. */
  readonly start: Start | NoStart
  /** The tests of the folder that a file lies in; null where one command proves the whole project. */
  readonly testsOf: ((path: string) => string | null) | null
  /** What it is made of: work on that is work on it. */
  readonly parts: readonly string[]
  /** By which rules git reads files now. */
  readonly rules: string
}

export type Proof =
  | { readonly kind: 'proven'; readonly entry: string; readonly evidence: Evidence }
  | { readonly kind: 'refused'; readonly reasons: readonly string[] }

type Verified = Extract<Entry, { readonly kind: 'verified' }>

/** Whether keel itself has seen that a task is done: on the files as they are now, by the tests and the checks that it asks for. */
export async function findProof(request: ProofRequest): Promise<Proof> {
  const { entries, key } = request
  const verified = entries.filter((entry) => entry.kind === 'verified')
  const own = verified.filter(({ evidence }) => isSealed(evidence, key))
  const last = own.at(-1)
  if (last === undefined) return { kind: 'refused', reasons: [whyNone({ verified, key })] }
  const reasons: string[] = []
  // The last one first: what it says is what whoever asks wants to hear.
  for (const entry of own.slice(-LOOKED_AT).toReversed()) {
    const missing = await whatIsMissing(entry, request)
    if (missing.length === 0) return { kind: 'proven', entry: entry.id, evidence: entry.evidence }
    if (entry === last) reasons.push(...missing)
  }
  return { kind: 'refused', reasons }
}

function whyNone({ verified, key }: { verified: readonly Verified[]; key: Buffer | null }): string {
  if (verified.length === 0) return 'keel has run no tests here yet.'
  return key === null
    ? 'keel can keep no key on this machine (in XDG_STATE_HOME, or ~/.local/state), and without one evidence cannot be told from what somebody wrote.'
    : 'The evidence that is there was not written by keel for this project on this machine, in the folder where it lies, or was edited since.'
}

/** Git is asked about each. */
const LOOKED_AT = 20

async function whatIsMissing({ evidence }: Verified, request: ProofRequest): Promise<string[]> {
  const { checks, start } = request
  const changed = await changedSince(evidence, request)
  if (changed !== null) return [changed]
  const failed = whatFailed(evidence, request)
  return [
    ...failed,
    // That nothing ran is a failure, too, and is said once.
    ...howLittle(evidence, request).filter((text) => !failed.includes(text)),
    ...(start.kind === 'unknown' ? [start.because] : await whatIsNew({ ...request, evidence, start })),
    ...checks
      .filter(({ name }) => !failed.some((text) => text.startsWith(`The check ${name} `)))
      .flatMap((one) => unseen(one, evidence)),
  ]
}

type SinceStart = ProofRequest & { readonly start: Start; readonly evidence: Evidence }

async function whatIsNew(request: SinceStart): Promise<string[]> {
  return [
    ...termsChanged(request),
    ...rulesChanged(request),
    ...(await unscreened(request)),
    ...(await unworked(request)),
    ...(await untested(request)),
  ]
}

async function changedSince(
  { tree, at }: Evidence,
  { root, tree: now }: ProofRequest,
): Promise<string | null> {
  const changes = await treeChanges({ root, from: tree, to: now })
  if (changes === null) return `What was tested at ${at} is no longer known to git.`
  if (beyondCommits(tree) !== beyondCommits(now))
    return `Changed since the tests were run at ${at}: files in a repository inside, or such as git was told not to look at.`
  const names = changes.map(({ path }) => path).filter((path) => !isOfTasks(path))
  if (names.length === 0) return null
  const more = names.length > 3 ? `, and ${names.length - 3} more` : ''
  return `Changed since the tests were run at ${at}: ${names.slice(0, 3).join(', ')}${more}.`
}

function whatFailed(evidence: Evidence, { task }: Pick<ProofRequest, 'task'>): string[] {
  const { passed, command, tampering } = evidence
  const [worst] = tampering
  if (worst !== undefined) {
    const way = ifAboutTests({ tampering, task: task.id, mayChangeTests: task.changes_tests })
    return [`Tests were made to say less: ${worst.path}: ${worst.text}`, ...(way === null ? [] : [way])]
  }
  if (passed) return []
  const unloaded = sayUnloaded(evidence)
  if (unloaded !== null) return [unloaded]
  const red = redIn(evidence)
  return [
    red.length === 0 ? whyFailed(evidence) : `\`${command}\` did not pass: ${red.slice(0, 3).join('; ')}.`,
  ]
}

function howLittle({ command, counts }: Evidence, { own, task: { check } }: ProofRequest): string[] {
  if (counts === null) return [`How many tests \`${command}\` ran cannot be told.`]
  if (counts.passed + counts.failed === 0) return [`\`${command}\` ran no tests.`]
  if (command === own || command === check) return []
  return own === null
    ? [
        `Nothing says that \`${command}\` proves this project. Next: name it as loop.test in .keel/config.yaml`,
      ]
    : [`\`${command}\` is not what proves this project: \`${own}\` is.`]
}

/** Else whoever deletes the test that fails, or commits that first, would have proof. */
async function unscreened({ evidence: { since }, root, task, start }: SinceStart): Promise<string[]> {
  const { id, changes_tests } = task
  if (changes_tests) return []
  const next = `Next: keel verify --task ${id}`
  if (since === null) return [`Nobody has looked whether the tests say as much as before. ${next}`]
  return (await isUntouched({ root, from: start.tree, to: since }))
    ? []
    : [
        `The tests were not compared with those of ${start.commit.slice(0, 10)}, where the task was ${BEGUN[start.kind]}. ${next}`,
      ]
}

/** Tests that pass prove no work where there is none. A check of the task’s own says for itself that it is done. */
async function unworked(request: SinceStart): Promise<string[]> {
  const { task, start } = request
  if (task.check !== null) return []
  const { commit } = start.worked
  const changed = await workSince(request)
  if (changed === null) return []
  if (changed.length > 0) return [...outsideOfFiles(changed, request), ...(await worksOfOthers(request))]
  const how = sayDone(task.id, 'done before')
  return start.kind === 'claim'
    ? [`Nothing was changed since the task was claimed at ${commit.slice(0, 10)}.`, how]
    : [
        `No work on it is known: nothing was changed since ${commit.slice(0, 10)}, and nobody claimed it before they began.`,
        how,
      ]
}

/** Below the root, without what is of tasks. Null where git no longer knows one of the trees. */
async function workSince({ evidence, root, start }: SinceStart): Promise<string[] | null> {
  const changes = await treeChanges({ root, from: start.worked.tree, to: evidence.tree })
  return changes?.map(({ path }) => path).filter((path) => !isOfTasks(path)) ?? null
}

function outsideOfFiles(changed: readonly string[], { task: { id, files } }: SinceStart): string[] {
  if (!isElsewhere(files, changed)) return []
  return [
    `Nothing was changed in the files that it is about: ${files.join(', ')}. If the work lies elsewhere: keel task edit ${id} --files PATH`,
  ]
}

/** Where every folder has tests of its own, those of one say nothing of another. */
async function untested(request: SinceStart): Promise<string[]> {
  const { evidence, testsOf } = request
  if (testsOf === null) return []
  for (const path of (await workSince(request)) ?? []) {
    const command = testsOf(path)
    if (command !== null && command !== evidence.command)
      return [
        `${path} was changed, and what proves it is \`${command}\`. One command for all of them is named as loop.test in .keel/config.yaml.`,
      ]
  }
  return []
}

function sayDone(id: string, why: string): string {
  return `If it is done, a person says so: keel task edit ${id} --check "a command that shows it", or keel task close ${id} --force --why "${why}"`
}

/** Else whoever has changed one thing could close every task with it. */
async function worksOfOthers({ evidence, root, task, start, parts }: SinceStart): Promise<string[]> {
  const { id } = task
  for (const { task: other, tree } of start.spent.slice(-LOOKED_AT).toReversed())
    if (!parts.includes(other) && !(await isWorkBetween({ root, from: tree, to: evidence.tree })))
      return [
        `Nothing was changed since ${other} was closed on the same files, and one piece of work proves one task.`,
        sayDone(id, `done with ${other}`),
      ]
  return []
}

/** Where git no longer knows one of the trees, there may have been some. */
async function isWorkBetween(trees: Parameters<typeof treeChanges>[0]): Promise<boolean> {
  const changes = await treeChanges(trees)
  return changes === null || changes.some(({ path }) => !isOfTasks(path))
}

/** Whoever works on a task is bound by what it said when they took it; a person may say otherwise, and is told how. */
function termsChanged({ task, terms: said, evidence, start: { kind, terms } }: SinceStart): string[] {
  if (terms === null) return []
  // What counts is what was there when the tests were run.
  const now = { ...said, environment: evidence.swayedBy ?? [] }
  const isOfTests = ({ name }: TermChange) => name === 'changes_tests' || name === 'loop.test'
  const changes = changedTerms(terms, now).filter((one) => !(terms.changesTests && isOfTests(one)))
  return sayOtherTerms({ task: task.id, kind, changes })
}

/** By these, git may have seen other files than were tested, and no tree shows it. */
function rulesChanged({ rules, start }: SinceStart): string[] {
  return start.rules === null || start.rules === rules
    ? []
    : [
        'Git’s own settings (.git/config, .git/info) were changed since the task was claimed, so that what git sees of the files may not be what was tested.',
      ]
}

function unseen(
  { name, command }: { name: string; command: string },
  { checks, ...evidence }: Evidence,
): string[] {
  if (evidence.command === command) return []
  const found = checks.find((one) => one.command === command)
  // After something else that is wrong, none is run.
  if (found === undefined) return evidence.passed ? [`The check ${name} was not run: \`${command}\`.`] : []
  return found.passed || found.failedBefore ? [] : [`The check ${name} failed: \`${command}\`.`]
}
