import type { Inventory } from '../files/take-inventory.ts'

/** Whether the files of the code hold tests themselves, as is the custom in Rust. A few of them tell. */
export function hasTestsWithin(inventory: Inventory, read: (path: string) => string | null): boolean {
  const code = inventory.files.filter(({ role, language }) => role === 'source' && language !== null)
  const rust = code.filter(({ language }) => language === 'Rust')
  if (rust.length * 2 < code.length) return false
  const step = Math.ceil(rust.length / SAMPLE)
  const looked = rust.filter((_file, at) => at % step === 0)
  const holding = looked.filter(({ path }) => TEST.test(read(path) ?? ''))
  return holding.length > 0 && holding.length >= looked.length * SHARE_MIN
}

const SAMPLE = 24
const SHARE_MIN = 0.1
const TEST = /^\s{0,20}#\[(cfg\(test\)|(\w{1,40}::)?test)\]/m
