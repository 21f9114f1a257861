import { countFiles } from '../files/file-kind.ts'
import type { Inventory } from '../files/take-inventory.ts'
import type { Tool } from '../structure.ts'

export type Looked = {
  readonly inventory: Inventory
  readonly read: (path: string) => string | null
}

/** Python has its own, which nobody needs to declare: where no other is, the tests themselves tell. It comes first, since all others are for another language. */
export function withUnittest(tools: readonly Tool[], { inventory, read }: Looked): readonly Tool[] {
  if (!areTestsInPython(inventory) || tools.some(({ name }) => OTHERS.has(name))) return tools
  const python = inventory.files.filter(
    ({ role, language, name }) => role === 'test' && language !== null && isLookedInto(name),
  )
  const step = Math.ceil(python.length / SAMPLE)
  const from = python.find(({ path }, at) => at % step === 0 && UNITTEST.test(read(path) ?? ''))
  return from === undefined ? tools : [{ name: 'unittest', from: from.path }, ...tools]
}

/** Whether a test of this name may be one of those that are asked. */
export function isLookedInto(name: string): boolean {
  return /^tests?(_\w+)?\.py$/.test(name)
}

export function areTestsInPython({ kinds }: Pick<Inventory, 'kinds'>): boolean {
  const tests = countFiles(kinds, ({ role, language }) => role === 'test' && language !== null)
  return countFiles(kinds, ({ role, language }) => role === 'test' && language === 'Python') * 2 > tests
}

const SAMPLE = 8
const OTHERS = new Set(['pytest', 'nose', 'nose2'])
const UNITTEST = /^(import unittest|from unittest)\b|^class \w{1,100}\([\w., ]{0,200}TestCase\b/m
