import { basename, isAbsolute, resolve } from 'node:path'
import { expandWord, UNKNOWN, type Value } from './shell/expand-word.ts'
import { knownCommands } from './shell/known-commands.ts'
import { readTokens, type Token, type Word } from './shell/read-tokens.ts'
import { type Command, type Step, toSteps } from './shell/to-steps.ts'
import { tokenText } from './shell/token-text.ts'

/** Something that an action may change. */
export type Target =
  | {
      readonly kind: 'path'
      readonly path: string
      /** Whether the path is a pattern of the shell's. */
      readonly isGlob: boolean
      /**
       * `file`: this path and nothing else. `tree`: what lies below it too. `sweep`: even if that is the whole project,
       * which most commands that are given a project's folder do not mean to change from end to end.
       */
      readonly reach: 'file' | 'tree' | 'sweep'
    }
  /** Code, a path with a part that nobody knows, or whatever else can only be searched for names. */
  | { readonly kind: 'text'; readonly text: string }

/**
 * What a shell command may change, as far as can be told without running it. It errs towards too much: a command that is
 * not known to leave a path alone is taken to change every path it names, hears of, or stands in.
 *
 * It is a courtesy and no wall: a script may do anything. What a run commits is judged again, file by file.
 */
export function commandPaths({ command, cwd }: { command: string; cwd: string }): readonly Target[] {
  if (command.length > LENGTH_MAX) return [{ kind: 'text', text: command }]
  const here: Value = { text: cwd, isGlob: false }
  return walk(toSteps(readTokens(command)), { cwd, variables: new Map([['PWD', [here]]]), nesting: 0 })
    .targets
}

const LENGTH_MAX = 100_000
const NESTING_MAX = 8

type State = {
  /** Null where nobody can know it. */
  readonly cwd: string | null
  readonly variables: ReadonlyMap<string, readonly Value[]>
  readonly nesting: number
}

type Walked = {
  readonly targets: readonly Target[]
  /** All that was named, for whoever hears it. */
  readonly named: readonly Value[]
}

function walk(steps: readonly Step[], start: State): Walked {
  const targets: Target[] = []
  const named: Value[] = []
  const outside: State[] = []
  let state = start
  let heard: readonly Value[] = []
  for (const step of steps) {
    if (step.kind === 'enter') outside.push(state)
    else if (step.kind === 'leave') state = outside.pop() ?? state
    else {
      if (!step.command.isFed) heard = []
      const done = runCommand(step.command, { state, heard })
      targets.push(...done.targets)
      named.push(...done.named)
      heard = [...heard, ...done.named].slice(0, NAMED_MAX)
      state = done.state
    }
  }
  return { targets, named: named.slice(0, NAMED_MAX) }
}

const NAMED_MAX = 100

type Heard = { readonly state: State; readonly heard: readonly Value[] }

function runCommand(command: Command, { state, heard }: Heard): Walked & { state: State } {
  const inner: Target[] = []
  const expand = (word: Word): readonly Value[] =>
    expandWord(word, {
      variables: state.variables,
      outputOf: (tokens) => {
        const output = nested(tokens, state)
        inner.push(...output.targets)
        return output.named
      },
    })
  const assigned = command.assignments.map(
    ({ name, values }) => [name, values.flatMap(expand).slice(0, NAMED_MAX)] as const,
  )
  const words = command.words.flatMap(expand)
  const reading = command.redirects.filter(({ isWrite }) => !isWrite).flatMap(({ target }) => expand(target))
  const bodies = command.bodies.map((text): Value => ({ text, isGlob: false }))
  const written = command.redirects.filter(({ isWrite }) => isWrite).flatMap(({ target }) => expand(target))
  const invocation = unwrapped(words)
  const done = invoke({ ...invocation, state, heard: [...heard, ...reading, ...bodies] })
  return {
    targets: [
      ...written.map((value) => targetOf(value, { state, reach: 'file' })),
      ...inner,
      ...done.targets,
    ],
    named: [...invocation.words, ...reading, ...bodies],
    // What is set for one command only is kept all the same: it may be set for good, and knowing more does no harm.
    state: { ...done.state, variables: new Map([...done.state.variables, ...assigned]) },
  }
}

function nested(tokens: readonly Token[], state: State): Walked {
  if (state.nesting >= NESTING_MAX) return { targets: [{ kind: 'text', text: tokenText(tokens) }], named: [] }
  return walk(toSteps(tokens), { ...state, nesting: state.nesting + 1 })
}

type Invocation = { readonly name: string; readonly words: readonly Value[] }

/** Commands that run the command behind them. */
const WRAPPERS = new Set(
  'sudo doas env nohup time timeout nice ionice stdbuf command builtin exec chronic'.split(' '),
)

function unwrapped(values: readonly Value[]): Invocation {
  let words = values
  while (WRAPPERS.has(nameOf(words[0])) && words.length > 1) {
    const next = words.findIndex(({ text }, index) => index > 0 && !/^-|^\w+=|^\d/.test(text))
    if (next === -1) break
    words = words.slice(next)
  }
  return { name: nameOf(words[0]), words: words.slice(1) }
}

function nameOf(value: Value | undefined): string {
  return basename(value?.text ?? '')
    .toLowerCase()
    .replace(/\.exe$/, '')
}

type Invoked = Invocation & Heard
type Effect = { readonly targets: readonly Target[]; readonly state: State }

function invoke(invoked: Invoked): Effect {
  const { name, words, state, heard } = invoked
  const texts = words.map(({ text }) => text)
  const unchanged = (targets: readonly Target[]): Effect => ({ targets, state })
  switch (name) {
    case '':
      return unchanged([])
    case 'cd':
    case 'pushd':
    case 'popd':
      return { targets: [], state: { ...state, cwd: cwdAfter(invoked) } }
    case 'read':
      return {
        targets: [],
        state: withVariables(
          state,
          texts.filter(isName).map((one) => [one, heard]),
        ),
      }
    case 'export':
    case 'declare':
    case 'local':
    case 'readonly':
      return { targets: [], state: withVariables(state, texts.flatMap(assignmentIn)) }
    case 'sh':
    case 'bash':
    case 'zsh':
    case 'dash':
    case 'ksh':
    case 'eval':
      return unchanged(scriptTargets(invoked))
    case 'xargs':
      return unchanged(invoke({ ...behindXargs(invoked), state, heard: [] }).targets)
    case 'find':
      return unchanged(findTargets(invoked))
  }
  if (knownCommands.reads(name, texts)) return unchanged([])
  return unchanged(changedTargets(invoked) ?? anyTargets(invoked))
}

function cwdAfter({ name, words, state }: Invoked): string | null {
  const to = words.find(({ text }) => !/^-[A-Za-z@]/.test(text) && text !== '--')
  if (name === 'popd' || to === undefined || to.isGlob || to.text.includes(UNKNOWN) || to.text === '-')
    return null
  if (state.cwd === null && !isAbsolute(to.text)) return null
  return resolve(state.cwd ?? '/', to.text)
}

function isName(text: string): boolean {
  return /^[A-Za-z_]\w*$/.test(text)
}

function assignmentIn(text: string): [string, readonly Value[]][] {
  const found = /^(\w+)=(.*)$/s.exec(text)
  return found === null ? [] : [[found[1] ?? '', [{ text: found[2] ?? '', isGlob: false }]]]
}

function withVariables(state: State, variables: readonly (readonly [string, readonly Value[]])[]): State {
  return { ...state, variables: new Map([...state.variables, ...variables]) }
}

/** A shell in a shell: what it is told on its command line or hears is run as well. */
function scriptTargets(invoked: Invoked): readonly Target[] {
  const { name, words, state, heard } = invoked
  const told = words.filter(({ text }) => !text.startsWith('-') || /\s/.test(text))
  const hasScript = name === 'eval' || words.some(({ text }) => /^-[a-z]*c$/.test(text))
  const scripts = name === 'eval' ? [told.map(({ text }) => text).join(' ')] : told.map(({ text }) => text)
  const run = [...(hasScript ? scripts : []), ...heard.map(({ text }) => text)]
  const targets = run.flatMap((script) => nested(readTokens(script), state).targets)
  return hasScript ? targets : [...targets, ...anyTargets({ ...invoked, heard: [] })]
}

/** What xargs hears are words of the command behind it. */
function behindXargs({ words, heard }: Invoked): Invocation {
  const start = words.findIndex(({ text }) => !/^-|^\d+$|^\{\}$|^%$/.test(text))
  return start === -1
    ? { name: 'echo', words: heard }
    : { name: nameOf(words[start]), words: [...words.slice(start + 1), ...heard] }
}

function findTargets(invoked: Invoked): readonly Target[] {
  const { words, state } = invoked
  const texts = words.map(({ text }) => text)
  const program = texts.findIndex((text) => /^-(exec|execdir|ok|okdir)$/.test(text))
  const runs = program === -1 ? null : nameOf(words[program + 1])
  const isReading = runs === null || runs === 'find' || knownCommands.reads(runs, texts.slice(program + 2))
  if (texts.some((text) => /^-(fprint|fls)/.test(text))) return anyTargets(invoked)
  if (isReading && !texts.includes('-delete')) return []
  const end = texts.findIndex((text) => /^[-(!]/.test(text))
  const starts = end === -1 ? words : words.slice(0, end)
  const isChoosy = texts.some((text) => /^-i?(name|path|wholename|regex)$/.test(text))
  return [...(starts.length === 0 ? [{ text: '.', isGlob: false }] : starts), ...words].map((value) =>
    targetOf(value, { state, reach: isChoosy ? 'tree' : 'sweep' }),
  )
}

function changedTargets({ name, words, state, heard }: Invoked): readonly Target[] | null {
  const folder = name === 'git' ? words.findIndex(({ text }) => text === '-C') : -1
  const place =
    folder === -1
      ? state
      : { ...state, cwd: cwdAfter({ name, words: words.slice(folder + 1), state, heard }) }
  const changed = knownCommands.changes(
    name,
    words.map(({ text }) => text),
  )
  if (changed === null) return null
  return changed.words.map((text) =>
    targetOf(
      { text, isGlob: words.some((word) => word.isGlob && word.text === text) },
      { state: place, reach: changed.isSweeping ? 'sweep' : 'tree' },
    ),
  )
}

/** A command of which nothing is known: all that it is told, hears, or stands in. */
function anyTargets({ words, state, heard }: Invoked): readonly Target[] {
  const values = [...words, ...heard]
  const settings = values.flatMap(({ text, isGlob }) => {
    const value = /^[\w-]+=(.+)$/s.exec(text)?.[1]
    return value === undefined ? [] : [{ text: value, isGlob }]
  })
  return [
    ...[...values, ...settings].map((value) => targetOf(value, { state, reach: 'tree' })),
    ...values
      .filter(({ text }) => /[\s'"(){};,:=]/.test(text))
      .map(({ text }): Target => ({ kind: 'text', text })),
    ...(state.cwd === null ? [] : [targetOf({ text: '.', isGlob: false }, { state, reach: 'tree' })]),
  ]
}

function targetOf(
  { text, isGlob }: Value,
  { state, reach }: { state: State; reach: 'file' | 'tree' | 'sweep' },
): Target {
  if (text.includes(UNKNOWN)) return { kind: 'text', text }
  if (isAbsolute(text)) return { kind: 'path', path: resolve(text), isGlob, reach }
  if (state.cwd === null) return { kind: 'text', text: `${UNKNOWN}/${text}` }
  return { kind: 'path', path: resolve(state.cwd, text), isGlob, reach }
}
