import { isAbsolute, resolve } from 'node:path'
import { isSaid, plain, UNKNOWN, type Value } from './value.ts'

/** What a shell knows between two commands. */
export type ShellState = {
  /** Null where nobody can know it. */
  readonly cwd: string | null
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
  return folder === null ? state : { ...state, cwd: folderAfter(state, folder) }
}

function folderAfter({ cwd }: ShellState, to: Value): string | null {
  const isUnknown = to.isGlob || !isSaid(to) || to.text.includes(UNKNOWN) || to.text === '-'
  if (isUnknown || (cwd === null && !isAbsolute(to.text))) return null
  return resolve(cwd ?? '/', to.text)
}

/** What `cd` and its kin lead to. */
export function afterCd(
  state: ShellState,
  { name, words }: { name: string; words: readonly Value[] },
): ShellState {
  const to = words.find(({ text }) => !/^-[A-Za-z@]/.test(text) && text !== '--')
  if (name === 'popd' || to === undefined) return { ...state, cwd: null }
  return standingIn(state, to)
}
