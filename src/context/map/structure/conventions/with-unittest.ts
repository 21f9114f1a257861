import type { Inventory } from '../files/take-inventory.ts'
import type { Tool } from '../structure.ts'

export type Looked = {
  readonly inventory: Inventory
  readonly read: (path: string) => string | null
}

/** Python has its own, which nobody needs to declare: where no other is, the tests themselves tell. It comes first, since all others are for another language. */
export function withUnittest(tools: readonly Tool[], { inventory, read }: Looked): readonly Tool[] {
  const tests = inventory.files.filter(({ role, language }) => role === 'test' && language !== null)
  const python = tests.filter(({ name }) => /^tests?(_\w+)?\.py$/.test(name))
  const isMain = tests.filter(({ language }) => language === 'Python').length * 2 > tests.length
  if (!isMain || python.length === 0 || tools.some(({ name }) => OTHERS.has(name))) return tools
  const step = Math.ceil(python.length / SAMPLE)
  const from = python.find(({ path }, at) => at % step === 0 && UNITTEST.test(read(path) ?? ''))
  return from === undefined ? tools : [{ name: 'unittest', from: from.path }, ...tools]
}

const SAMPLE = 8
const OTHERS = new Set(['pytest', 'nose', 'nose2'])
const UNITTEST = /^(import unittest|from unittest)\b|^class \w{1,100}\([\w., ]{0,200}TestCase\b/m
