import { isAbsolute, resolve } from 'node:path'
import { isSaid, plain, UNKNOWN, type Value } from './value.ts'

/** What a shell knows between two commands. */
export type ShellState = {
  /** Null where nobody can know it. */
  readonly cwd: string | null
  /** Where nobody can know it, the end of it that is spelled out. */
  readonly ending: string
  /** Whether patterns find names with a dot in front. */
  readonly hasDots: boolean
  readonly variables: ReadonlyMap<string, readonly Value[]>
  /** Names that stand for something of the command's own. */
  readonly defined: ReadonlySet<string>
  /** Links that the command itself has made. */
  readonly links: readonly { readonly at: string; readonly to: string }[]
  /** Paths that the command itself has written to. */
  readonly made: readonly string[]
  readonly nesting: number
  /** How many commands may still be looked at: texts that run texts can go on for ever. */
  readonly budget: { left: number }
}

export function firstState(cwd: string): ShellState {
  return {
    cwd,
    ending: '',
    hasDots: false,
    variables: new Map([['PWD', [plain(cwd)]]]),
    defined: new Set(),
    links: [],
    made: [],
    nesting: 0,
    budget: { left: COMMANDS_MAX },
  }
}

const COMMANDS_MAX = 5000

export function withVariables(
  state: ShellState,
  variables: readonly (readonly [string, readonly Value[]])[],
): ShellState {
  return variables.length === 0 ? state : { ...state, variables: new Map([...state.variables, ...variables]) }
}

/** `$1`, `$2` and so on, and all of them together. */
export function withPositions(state: ShellState, words: readonly Value[]): ShellState {
  return withVariables(state, [
    ...words.slice(0, 50).map((word, index) => [String(index + 1), [word]] as const),
    ['@', words],
    ['*', words],
  ])
}

/** The same in another folder. */
export function standingIn(state: ShellState, folder: Value | null): ShellState {
  return folder === null ? state : { ...state, ...folderAfter(state, folder) }
}

function folderAfter({ cwd, ending }: ShellState, to: Value): Pick<ShellState, 'cwd' | 'ending'> {
  const { text } = to
  if (to.isGlob || !isSaid(to) || text === '-') return LOST
  const unknown = text.lastIndexOf(UNKNOWN)
  if (unknown !== -1) return { cwd: null, ending: text.slice(unknown + 1) }
  if (cwd === null && !isAbsolute(text)) return { cwd: null, ending: `${ending}/${text}` }
  return { cwd: resolve(cwd ?? '/', text), ending: '' }
}

const LOST = { cwd: null, ending: '' } as const

/** What `cd` and its kin lead to. */
export function afterCd(
  state: ShellState,
  { name, words }: { name: string; words: readonly Value[] },
): ShellState {
  const to = words.find(({ text }) => !/^-[A-Za-z@]/.test(text) && text !== '--')
  if (name === 'popd' || to === undefined) return { ...state, ...LOST }
  return standingIn(state, to)
}
