import { countFiles } from '../files/file-kind.ts'
import type { Inventory } from '../files/take-inventory.ts'

/** Whether the files of the code hold tests themselves, as is the custom in Rust. A few of them tell. */
export function hasTestsWithin(inventory: Inventory, read: (path: string) => string | null): boolean {
  if (!isMostlyRust(inventory)) return false
  const rust = inventory.files.filter(({ role, language }) => role === 'source' && language === 'Rust')
  const step = Math.ceil(rust.length / SAMPLE)
  const looked = rust.filter((_file, at) => at % step === 0)
  const holding = looked.filter(({ path }) => TEST.test(read(path) ?? ''))
  return holding.length > 0 && holding.length >= looked.length * SHARE_MIN
}

export function isMostlyRust({ kinds }: Pick<Inventory, 'kinds'>): boolean {
  const code = countFiles(kinds, ({ role, language }) => role === 'source' && language !== null)
  const rust = countFiles(kinds, ({ role, language }) => role === 'source' && language === 'Rust')
  return rust * 2 >= code
}

const SAMPLE = 24
const SHARE_MIN = 0.1
const TEST = /^\s{0,20}#\[(cfg\(test\)|(\w{1,40}::)?test)\]/m
