import { resolve } from 'node:path'
import type { Call } from './deed.ts'
import type { ShellState } from './shell-state.ts'
import { plain } from './value.ts'

/** A script that the same command has written is run as if it were told on the spot. Any other call stays as it is. */
export function ownScript(call: Call, { cwd, texts }: ShellState): Call {
  const { name, words } = call
  const at = words.findIndex(({ text }) => !text.startsWith('-'))
  const isRun = name.startsWith('./')
  const path = isRun ? name : RUNNERS.test(name) ? words[at]?.text : undefined
  const text = path === undefined || cwd === null ? undefined : texts.get(resolve(cwd, path))
  if (text === undefined) return call
  if (isRun) return { ...call, name: 'sh', words: [plain('-s'), ...words], heard: [plain(text)] }
  if (SOURCES.test(name)) return { ...call, name: 'eval', words: [plain(text)] }
  const told = SHELLS.test(name) ? '-s' : '-'
  return { ...call, words: [plain(told), ...words.slice(at + 1)], heard: [plain(text)] }
}

const SHELLS = /^(?:ba|z|da|k)?sh$/
const SOURCES = /^(?:source|\.)$/
const RUNNERS = /^(?:(?:ba|z|da|k)?sh|source|\.|python[\d.]*|node|nodejs|bun|ruby|perl|php|lua)$/
