import { basename, dirname } from 'node:path'
import { plain, type Value } from './value.ts'

export type Unwrapped = {
  readonly name: string
  readonly words: readonly Value[]
  /** The folder that a wrapper goes to first. */
  readonly folder: Value | null
  /** Variables that a wrapper sets for it. */
  readonly settings: readonly (readonly [string, readonly Value[]])[]
}

/** Commands that run the command behind them, and their options that take a word of their own. */
const WRAPPERS: Readonly<Record<string, string>> = {
  sudo: 'ugphCDRTrt',
  doas: 'uC',
  env: 'uCS',
  nohup: '',
  setsid: '',
  time: 'fo',
  timeout: 'sk',
  nice: 'n',
  ionice: 'cnp',
  stdbuf: 'ioe',
  command: '',
  builtin: '',
  exec: 'a',
  chronic: '',
  busybox: '',
  coproc: '',
  noglob: '',
  caffeinate: 'tw',
}

/** Options by which a wrapper is told where to go. */
const FOLDERS: Readonly<Record<string, RegExp>> = {
  env: /^(?:-C|--chdir=)(.*)$/s,
  sudo: /^(?:-D|--chdir=)(.*)$/s,
}

/** The command that is really run. */
export function unwrap(values: readonly Value[]): Unwrapped {
  let words = values
  let folder: Value | null = null
  const settings: (readonly [string, readonly Value[]])[] = []
  while (isWrapper(nameOf(words[0]))) {
    const name = nameOf(words[0])
    // `command -v` only asks.
    if (name === 'command' && /^-[vV]$/.test(words[1]?.text ?? ''))
      return { name: 'which', words: [], folder, settings }
    const split = words.findIndex(({ text }) => name === 'env' && /^(-S|--split-string=)/.test(text))
    if (split !== -1) return { name: 'eval', words: splitText(words.slice(split)), folder, settings }
    const own = ownWords(name, words)
    if (own.length >= words.length) break
    folder = folderIn(name, own) ?? folder
    settings.push(...own.flatMap(settingIn))
    words = words.slice(own.length)
  }
  return { name: nameOf(words[0]), words: words.slice(1), folder, settings }
}

function settingIn({ text }: Value): (readonly [string, readonly Value[]])[] {
  const at = text.indexOf('=')
  return at < 1 || text.startsWith('-') ? [] : [[text.slice(0, at), [plain(text.slice(at + 1))]]]
}

function isWrapper(name: string): boolean {
  return Object.hasOwn(WRAPPERS, name)
}

/** A wrapper with its options and settings, up to the command that it runs. */
function ownWords(name: string, words: readonly Value[]): readonly Value[] {
  const valued = WRAPPERS[name] ?? ''
  let index = 1
  for (; index < words.length; index++) {
    const text = words[index]?.text ?? ''
    const isOwn = /^-|^\w+=/.test(text) || (name === 'timeout' && /^[\d.]+[smhd]?$/.test(text))
    if (!isOwn) break
    if (/^-[a-zA-Z]+$/.test(text) && valued.includes(text.at(-1) ?? ' ')) index++
  }
  return words.slice(0, index)
}

/** A text that `env` splits into words, and runs. */
function splitText(words: readonly Value[]): readonly Value[] {
  const [first, ...rest] = words
  return [plain(first?.text.replace(/^(-S|--split-string=)/, '') ?? ''), ...rest]
}

function folderIn(name: string, own: readonly Value[]): Value | null {
  const at = own.findIndex(({ text }) => FOLDERS[name]?.test(text) === true)
  const told = FOLDERS[name]?.exec(own[at]?.text ?? '')?.[1]
  if (told === undefined) return null
  return told === '' ? (own[at + 1] ?? null) : plain(told)
}

/** A program that lies in the project may be anything, whatever it is called. */
export function nameOf(value: Value | undefined): string {
  const text = value?.text ?? ''
  const lower = basename(text).toLowerCase()
  const name = lower.endsWith('.exe') ? lower.slice(0, -4) : lower
  return text.includes('/') && !PROGRAMS.test(dirname(text)) ? `./${name}` : name
}

const PROGRAMS =
  /^\/(?:usr\/|usr\/local\/|opt\/homebrew\/|opt\/local\/|home\/linuxbrew\/\.linuxbrew\/)?s?bin$|(?:^|\/)node_modules\/\.bin$/
