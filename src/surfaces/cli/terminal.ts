import { styleText } from 'node:util'

type Style = Parameters<typeof styleText>[0]

/** How text may look where it goes. Rendering asks this and nothing else of the outside. */
export type Terminal = {
  readonly paint: (style: Style, text: string) => string
  /** A mark, or its stand-in where Unicode would come out broken. */
  readonly mark: (name: keyof typeof MARKS) => string
  readonly columns: number
}

export type TerminalFacts = {
  readonly isTerminal: boolean
  readonly columns: number
  readonly platform: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** Colour follows NO_COLOR, FORCE_COLOR and the terminal; Unicode follows the locale. */
export function describeTerminal(facts: TerminalFacts): Terminal {
  const { environment } = facts
  const isColoured = wantsColour(facts)
  const isUnicode = wantsUnicode(facts)
  return {
    paint: (style, text) => (isColoured ? styleText(style, text) : text),
    mark: (name) => MARKS[name][isUnicode ? 0 : 1],
    columns: Number(environment['COLUMNS']) || facts.columns,
  }
}

const MARKS = {
  done: ['✓', '+'],
  same: ['·', '.'],
  gone: ['−', '-'],
  warning: ['!', '!'],
  conflict: ['✗', 'x'],
  branch: ['└─', '`-'],
  dash: ['—', '--'],
} as const

function wantsColour({ isTerminal, environment }: TerminalFacts): boolean {
  if ((environment['NO_COLOR'] ?? '') !== '') return false
  const forced = environment['FORCE_COLOR']
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false'
  return isTerminal && environment['TERM'] !== 'dumb' && (environment['CI'] ?? '') === ''
}

function wantsUnicode({ platform, environment }: TerminalFacts): boolean {
  if (environment['TERM'] === 'linux' || environment['TERM'] === 'dumb') return false
  if (platform === 'win32')
    return environment['WT_SESSION'] !== undefined || environment['TERM_PROGRAM'] !== undefined
  const locale = [environment['LC_ALL'], environment['LC_CTYPE'], environment['LANG']].find(
    (value) => (value ?? '') !== '',
  )
  // No locale at all is what containers and CI have, and those read UTF-8.
  return locale === undefined || /utf-?8/i.test(locale) || platform === 'darwin'
}
