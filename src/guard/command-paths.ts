import { dirname, isAbsolute, resolve } from 'node:path'
import { apart, behindXargs } from './shell/behind-xargs.ts'
import { changesOf, isKnown } from './shell/changes-of.ts'
import type { Call, Written } from './shell/deed.ts'
import { expandWord } from './shell/expand-word.ts'
import { gitFolder } from './shell/git-folder.ts'
import { printedBy } from './shell/printed-by.ts'
import { readFd, readFind } from './shell/read-find.ts'
import { readOptions } from './shell/read-options.ts'
import { readTokens, type Token, type Word } from './shell/read-tokens.ts'
import { scriptsIn, withDots } from './shell/scripts-in.ts'
import {
  afterCd,
  firstState,
  type ShellState,
  standingIn,
  withPositions,
  withVariables,
} from './shell/shell-state.ts'
import { assignedIn, type Command, type Step, toSteps } from './shell/to-steps.ts'
import { tokenText } from './shell/token-text.ts'
import { unwrap } from './shell/unwrap.ts'
import { isSaid, listIn, plain, UNKNOWN, type Value } from './shell/value.ts'
import type { Targets } from './target.ts'
import { anythingBy, targetsAt, together } from './targets-at.ts'
import { toTargets } from './to-targets.ts'

/**
 * What a shell command may change, as far as can be told without running it. It errs towards too much: a command that is
 * not known to leave a path alone is taken to change every path it names, hears of, or stands in.
 *
 * It is a courtesy and no wall: a script may do anything. What a run commits is judged again, file by file.
 */
export function commandPaths({ command, cwd }: { command: string; cwd: string }): Targets {
  if (command.length > LENGTH_MAX) return textTarget(command)
  return walk(toSteps(readTokens(command)), firstState(cwd)).targets
}

const LENGTH_MAX = 100_000
const NESTING_MAX = 8
const PRINTED_MAX = 100

function textTarget(text: string): Targets {
  return { targets: [{ kind: 'text', text }], open: [] }
}

/** What came of some commands. */
type Walked = {
  readonly targets: Targets
  /** All that was printed, for whoever hears it. */
  readonly printed: readonly Value[]
  readonly state: ShellState
  /** Whether what it prints is all that comes through of what it heard. */
  readonly isFilter?: boolean
}

function walk(steps: readonly Step[], start: ShellState): Walked {
  const targets: Targets[] = []
  const printed: Value[] = []
  const outside: ShellState[] = []
  let state = start
  let heard: readonly Value[] = []
  for (const step of steps) {
    switch (step.kind) {
      case 'enter':
        outside.push(state)
        break
      case 'leave':
        state = outside.pop() ?? state
        break
      case 'define':
        state = { ...state, defined: new Set([...state.defined, step.name]) }
        break
      case 'command': {
        if (!step.command.isFed) heard = []
        const done = runCommand(step.command, { state, heard })
        targets.push(done.targets)
        printed.push(...done.printed)
        heard = (done.isFilter ? done.printed : [...heard, ...done.printed]).slice(0, PRINTED_MAX)
        state = done.state
      }
    }
  }
  return { targets: together(targets), printed: printed.slice(0, PRINTED_MAX), state }
}

function nested(tokens: readonly Token[], state: ShellState): Walked {
  if (state.nesting >= NESTING_MAX) return { targets: textTarget(tokenText(tokens)), printed: [], state }
  const done = walk(toSteps(tokens), { ...state, nesting: state.nesting + 1 })
  return { ...done, state: { ...done.state, nesting: state.nesting } }
}

type Around = { readonly state: ShellState; readonly heard: readonly Value[] }

function runCommand(command: Command, { state, heard }: Around): Walked {
  if (--state.budget.left < 0) throw new Error('the command runs too many commands to be read')
  const inner: Targets[] = []
  const expand = (word: Word): readonly Value[] => {
    const values = expandWord(word, {
      variables: state.variables,
      outputOf: (tokens) => {
        const output = nested(tokens, state)
        inner.push(output.targets)
        return output.printed
      },
    })
    return state.hasDots ? values.flatMap(withDots) : values
  }
  const assigned = [...command.assignments, ...assignedIn(command.words)].map(
    ({ name, values }) => [name, values.flatMap(expand).slice(0, PRINTED_MAX)] as const,
  )
  const { name, words, folder, settings } = unwrap(command.words.flatMap(expand))
  if (assigned.length + settings.length > 0)
    for (const text of scriptsIn([...assigned, ...settings]))
      inner.push(nested(readTokens(text), state).targets)
  const reading = command.redirects.filter(({ isWrite }) => !isWrite)
  const isPrinted = ({ target }: (typeof reading)[number]) => target.some(({ kind }) => kind === 'output')
  const told = [...command.bodies, ...reading.filter(isPrinted).map(({ target }) => target)].flatMap(expand)
  const inputs = reading.filter((one) => !isPrinted(one)).flatMap(({ target }) => expand(target))
  const call: Call = { name, words, heard: [...heard, ...told], inputs }
  const done = invoke(call, standingIn(state, folder))
  const written = command.redirects
    .filter(({ isWrite }) => isWrite)
    .flatMap(({ target }) => expand(target))
    .map((at) =>
      targetsAt(at, { state, reach: 'file', content: contentOf(command, { call, printed: done.printed }) }),
    )
  const targets = together([...written, ...inner, done.targets])
  const made = targets.targets.flatMap((target) =>
    target.kind === 'path' && !target.isGlob ? [target.path] : [],
  )
  return {
    targets,
    printed: [...done.printed, ...told, ...(name === '' ? inputs.map(listIn) : [])],
    isFilter: done.isFilter === true,
    // What is set for one command only is kept all the same: it may be set for good, and knowing more does no harm.
    state: withVariables(
      {
        ...done.state,
        cwd: folder === null ? done.state.cwd : state.cwd,
        made: [...state.made, ...made].slice(-PRINTED_MAX),
      },
      assigned,
    ),
  }
}

/** What a file would hold that a command's output goes to. */
function contentOf(
  { closes }: Command,
  { call, printed }: { call: Call; printed: readonly Value[] },
): Written {
  const { name, words, heard } = call
  const isFilter = name === 'cat' && words.length === 0 && heard.length > 0 && heard.every(isSaid)
  const isPlain = name === 'echo' || name === 'printf' || (name === '' && !closes)
  if (!isFilter && !isPlain) return { kind: 'unknown' }
  return { kind: 'text', text: (isFilter ? heard : printed).map(({ text }) => text).join('\n') }
}

function invoke(call: Call, state: ShellState): Walked {
  const { name, words, heard } = call
  const silent = (next: ShellState): Walked => ({ targets: NONE, printed: [], state: next })
  if (state.defined.has(name)) return changed({ ...call, name: '' }, state)
  switch (name) {
    case '':
      return words.length === 0 ? silent(state) : changed(call, state)
    case 'cd':
    case 'pushd':
    case 'popd':
      return silent(afterCd(state, call))
    case 'read':
    case 'mapfile':
    case 'readarray':
      return silent(
        withVariables(
          state,
          words.map(({ text }) => [text, apart([...heard, ...call.inputs.map(listIn)])] as const),
        ),
      )
    case 'set':
      return silent(withPositions(state, words.slice(words.findIndex(({ text }) => text === '--') + 1)))
    case 'shift':
      return silent(withPositions(state, (state.variables.get('@') ?? []).slice(Number(words[0]?.text ?? 1))))
    case 'shopt':
    case 'setopt':
      return silent({ ...state, hasDots: words.some(({ text }) => /^(?:dotglob|globdots)$/i.test(text)) })
    case 'sh':
    case 'bash':
    case 'zsh':
    case 'dash':
    case 'ksh':
      return runShell(call, state)
    case 'eval':
      return nested(readTokens(words.map(({ text }) => text).join(' ')), state)
    case 'source':
    case '.':
      return runSource(call, state)
    case 'xargs':
    case 'parallel':
      return invoke(behindXargs(call), state)
    case 'find':
    case 'fd':
    case 'fdfind':
      return runFind(call, state)
  }
  return changed(call, name === 'git' ? standingIn(state, gitFolder(words)) : state)
}

const NONE: Targets = { targets: [], open: [] }

/** A command that is run as the table knows it. */
function changed(call: Call, state: ShellState): Walked {
  const changes = changesOf(call)
  const scripts = changes.flatMap((change) =>
    change.kind === 'script' ? [nested(readTokens(change.text), state)] : [],
  )
  const links = changes.flatMap((change) => {
    if (change.kind !== 'link' || state.cwd === null || /\0/.test(change.at.text + change.to.text)) return []
    const at = resolve(state.cwd, change.at.text)
    const to = isAbsolute(change.to.text) ? change.to.text : resolve(dirname(at), change.to.text)
    // It may be the link itself, or the folder that the link is put into.
    return [
      { at, to },
      { at: resolve(at, to.slice(to.lastIndexOf('/') + 1)), to },
    ]
  })
  const name = call.name === 'printf' && call.words[0]?.text === '-v' ? (call.words[1]?.text ?? '') : ''
  const told = name === '' ? call : { ...call, words: call.words.slice(2) }
  const printed = isKnown(call.name) ? printedBy(told, state.cwd) : call.words
  const next =
    call.name === 'alias' ? { ...state, defined: new Set([...state.defined, ...aliases(call)]) } : state
  return {
    targets: together([
      ...changes.map((change) =>
        change.kind === 'unknown'
          ? anythingBy(call, { state, isKnown: false })
          : toTargets(change, { call, state }),
      ),
      ...scripts.map(({ targets }) => targets),
    ]),
    printed: [...printed, ...scripts.flatMap((script) => script.printed)],
    state: withVariables({ ...next, links: [...next.links, ...links] }, name === '' ? [] : [[name, printed]]),
    isFilter: FILTERS.has(call.name),
  }
}

const FILTERS = new Set(['grep', 'egrep', 'fgrep', 'rg'])

function aliases({ words }: Call): string[] {
  return words.flatMap(({ text }) => /^([^=]+)=/.exec(text)?.[1] ?? [])
}

/** A shell in a shell: what it is told on its command line or hears is run as well. */
function runShell(call: Call, state: ShellState): Walked {
  const { words, heard } = call
  const { operands, has } = readOptions(words, ['o', 'O', 'rcfile', 'init-file'])
  const [first, ...more] = operands
  const run = (texts: readonly Value[], inside: ShellState) =>
    texts.map(({ text }) => nested(readTokens(text), inside))
  const isFile = first !== undefined && !has('c') && !has('s') && !/\s/.test(first.text)
  const done = isFile
    ? [changed({ ...call, name: './script', heard: [] }, state)]
    : run(
        has('c') || (first !== undefined && !has('s')) ? [first ?? plain('')] : heard.filter(isSaid),
        withPositions(state, has('c') ? more.slice(1) : operands),
      )
  return {
    targets: together(done.map(({ targets }) => targets)),
    printed: done.flatMap(({ printed }) => printed),
    state,
  }
}

/** What is not a file's name was printed by another command, and is run. */
function runSource(call: Call, state: ShellState): Walked {
  const text = call.words.find((word) => /\s/.test(word.text))?.text
  if (text !== undefined) return nested(readTokens(text), state)
  return call.words.every((word) => word.text === UNKNOWN)
    ? { targets: NONE, printed: [], state }
    : changed({ ...call, heard: [] }, state)
}

function runFind(call: Call, state: ShellState): Walked {
  const { values, runs, isDeleting, isWriting } = (call.name === 'find' ? readFind : readFd)(call.words)
  if (isWriting) return changed({ ...call, name: './find' }, state)
  const done = runs.map(({ name, words, folder }) =>
    invoke({ name, words, heard: [], inputs: [] }, standingIn(state, folder)),
  )
  const deleted = isDeleting
    ? values.map((at) => targetsAt(at, { state, reach: 'tree', content: { kind: 'kept' } }))
    : []
  return { targets: together([...done.map(({ targets }) => targets), ...deleted]), printed: values, state }
}
