import { resolve } from 'node:path'
import type { Action } from '#words/action.ts'
import type { GuardFacts } from '#words/guard.ts'
import { commandPaths } from './command-paths.ts'
import { onlyReads } from './only-reads.ts'
import { type Content, lookupKey, type Open, type Target, type Targets } from './target.ts'

/** An action as guards look at it. */
export type Subject = {
  readonly action: Action
  readonly targets: readonly Target[]
  /** What only the disk can tell. */
  readonly open: readonly Open[]
  /** What is written, run or said; null where there is nothing of the kind. */
  readonly text: string | null
}

/** Each action is looked at when facts are gathered and again when it is judged. */
const KNOWN = new WeakMap<Action, Subject>()

export function subjectOf(action: Action): Subject {
  const known = KNOWN.get(action) ?? readSubject(action)
  KNOWN.set(action, known)
  return known
}

function readSubject(action: Action): Subject {
  switch (action.kind) {
    case 'read':
      return { action, targets: [fileTarget(action.path)], open: [], text: null }
    case 'write':
      return { action, targets: [fileTarget(action.path)], open: [], text: action.text }
    case 'remove':
      return { action, targets: [{ ...fileTarget(action.path), reach: 'sweep' }], open: [], text: null }
    case 'run':
      return { action, ...commandPaths(action), text: action.command }
    case 'call':
      return { action, ...calledTargets(action), text: JSON.stringify(action.input) ?? null }
    case 'finish':
      return { action, targets: [], open: [], text: action.says }
  }
}

/** The same with what the disk knows: answers to its questions, and where paths lead. A link and its end are both looked at. */
export function withFacts(
  subject: Subject,
  { links, reached }: Pick<GuardFacts, 'links' | 'reached'>,
): Subject {
  const answered = subject.open.flatMap(({ lookup, otherwise, manner }): readonly Target[] => {
    const key = lookupKey(lookup)
    const files = Object.hasOwn(reached, key) ? reached[key] : undefined
    if (files === undefined) return otherwise
    return files.map(({ path, from }) => ({
      ...fileTarget(path),
      ...manner,
      content: manner?.content ?? (from === null ? UNSEEN : { kind: 'copied', path: from }),
    }))
  })
  const targets = [...subject.targets, ...answered]
  const led = targets.flatMap((target) => {
    const path = target.kind === 'path' && Object.hasOwn(links, target.path) ? links[target.path] : undefined
    return target.kind === 'path' && path !== undefined ? [{ ...target, path }] : []
  })
  return { ...subject, targets: [...targets, ...led], open: [] }
}

function fileTarget(path: string): Extract<Target, { kind: 'path' }> {
  return { kind: 'path', path, isGlob: false, reach: 'file', content: UNSEEN }
}

const UNSEEN: Content = { kind: 'unknown' }

/** Of a tool that is only known by name: the paths among its arguments, unless its name says that it only reads. */
function calledTargets({ tool, input, cwd }: Extract<Action, { kind: 'call' }>): Targets {
  if (onlyReads(tool)) return { targets: [], open: [] }
  const texts = textsIn(input)
  const front = texts.find(({ text }) => text.startsWith('---\n'))?.text
  const content: Content = front === undefined ? UNSEEN : { kind: 'text', text: front }
  const paths = texts
    .filter(({ name, text }) => PATHS.test(name) && !/\s/.test(text))
    .map(({ text }) => ({
      ...fileTarget(resolve(cwd, text.replace(/^file:\/\//, ''))),
      reach: 'tree' as const,
      content,
    }))
  const commands = commandsIn(input).map((command) => commandPaths({ command, cwd }))
  return {
    targets: [...paths, ...commands.flatMap(({ targets }) => targets)],
    open: commands.flatMap(({ open }) => open),
  }
}

/** What a tool is told to run, by the names that such an argument goes by. */
function commandsIn(input: unknown): string[] {
  if (typeof input !== 'object' || input === null) return []
  return Object.entries(input).flatMap(([name, value]) => {
    if (!/^(command|cmd|script|shell|bash|commandline)$/i.test(name)) return []
    const words: unknown[] = Array.isArray(value) ? value : [value]
    const texts = words.filter((word) => typeof word === 'string')
    // A shell that is handed over word by word is told what to run in the last.
    return texts.length > 1 ? [texts.join(' '), ...texts.slice(-1)] : texts
  })
}

/** A text among the arguments of a tool, and the argument that it is given as. */
type Given = { readonly name: string; readonly text: string }

/** All texts of an input of any shape. */
function textsIn(input: unknown): readonly Given[] {
  const found: Given[] = []
  const ahead: { name: string; value: unknown }[] = [{ name: 'path', value: input }]
  while (ahead.length > 0 && found.length < 1000) {
    const { name = '', value } = ahead.pop() ?? {}
    if (typeof value === 'string') {
      if (value !== '' && value.length < TEXT_MAX && !value.includes('\0')) found.push({ name, text: value })
    } else if (Array.isArray(value)) ahead.push(...value.map((one) => ({ name, value: one })))
    else if (typeof value === 'object' && value !== null)
      ahead.push(...Object.entries(value).map(([own, one]) => ({ name: own, value: one })))
  }
  return found
}

/** The names that an argument goes by which is a path; a title, a task or the body of a letter may only speak of one. */
const PATHS =
  /path|file|dir|folder|ur[il]|target|source|src|dest|location|root|cwd|^(?:from|to|name|old|new|at|in|out)$|output/i

const TEXT_MAX = 1 << 20
