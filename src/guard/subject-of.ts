import { resolve } from 'node:path'
import type { Action, TextEdit } from '#words/action.ts'
import type { GuardFacts } from '#words/guard.ts'
import { commandPaths, type Target } from './command-paths.ts'

/** An action as guards look at it. */
export type Subject = {
  readonly action: Action
  readonly targets: readonly Target[]
  /** What is written, run or said; null where there is nothing of the kind. */
  readonly text: string | null
}

export function subjectOf(action: Action): Subject {
  switch (action.kind) {
    case 'read':
      return { action, targets: [fileTarget(action.path)], text: null }
    case 'write':
      return { action, targets: [fileTarget(action.path)], text: action.text }
    case 'remove':
      return { action, targets: [{ ...fileTarget(action.path), reach: 'sweep' }], text: null }
    case 'run':
      return { action, targets: commandPaths(action), text: action.command }
    case 'call':
      return { action, targets: calledTargets(action), text: JSON.stringify(action.input) ?? null }
    case 'finish':
      return { action, targets: [], text: action.says }
  }
}

/** The same with what its paths lead to: a link and its end are both looked at. */
export function withLinks(subject: Subject, { links }: Pick<GuardFacts, 'links'>): Subject {
  const led = subject.targets.flatMap((target) => {
    const path = target.kind === 'path' && Object.hasOwn(links, target.path) ? links[target.path] : undefined
    return target.kind === 'path' && path !== undefined ? [{ ...target, path }] : []
  })
  return { ...subject, targets: [...subject.targets, ...led] }
}

/** A file's text after some edits. An edit that does not apply is left out, as the host would refuse it. */
export function edited(text: string, edits: readonly TextEdit[]): string {
  return edits.reduce((now, { from, to, isEverywhere }) => {
    if (from === '') return now === '' ? to : now
    return isEverywhere ? now.replaceAll(from, () => to) : now.replace(from, () => to)
  }, text)
}

function fileTarget(path: string): Extract<Target, { kind: 'path' }> {
  return { kind: 'path', path, isGlob: false, reach: 'file' }
}

/** Of a tool that is only known by name: the paths among its arguments, unless its name says that it reads. */
function calledTargets({ tool, input, cwd }: Extract<Action, { kind: 'call' }>): readonly Target[] {
  const name = tool.split('__').at(-1) ?? tool
  if (READS.test(name)) return []
  return textsIn(input).map((text) => ({
    kind: 'path',
    path: resolve(cwd, text.replace(/^file:\/\//, '')),
    isGlob: false,
    reach: 'tree',
  }))
}

const READS =
  /^(?:[a-z]+[_-])?(?:read|get|list|search|find|view|stat|grep|glob|fetch|query|ls|directory_tree|agent|task)/i

/** Texts that may be paths, of an input of any shape. */
function textsIn(input: unknown): string[] {
  const found: string[] = []
  const ahead: unknown[] = [input]
  while (ahead.length > 0 && found.length < 1000) {
    const value = ahead.pop()
    if (typeof value === 'string') {
      if (value !== '' && value.length < 4096 && !value.includes('\n') && !value.includes('\0'))
        found.push(value)
    } else if (typeof value === 'object' && value !== null) ahead.push(...Object.values(value))
  }
  return found
}
