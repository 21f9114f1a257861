import type { Tampering } from '#words/evidence.ts'
import { isTestFile } from '../is-test-file.ts'
import type { TestFile } from './test-file.ts'

/** Functions beside the tests that asserted something for them, and no longer do. */
export function findEmptied(before: readonly TestFile[], after: readonly TestFile[]): Tampering[] {
  return after.flatMap(({ path, functions }) => {
    const old = before.find((file) => file.path === path)
    if (old === undefined || !isTestFile(path)) return []
    return functions.flatMap(({ name, line, assertions }): Tampering[] => {
      const former = old.functions.filter((other) => other.name === name)
      const real = (former[0]?.assertions ?? []).filter(({ text }) => !NO_ASSERTIONS.test(text))
      const isEmptied = assertions.length === 0 && former.length === 1 && real.length > 0
      if (!isEmptied || functions.filter((other) => other.name === name).length > 1) return []
      const text = `\`${name}\`, which tests rely on, asserts nothing any more.`
      return [{ kind: 'assertion-removed', path, line, text }]
    })
  })
}

/** What goes wrong on the way is no statement about what is tested. */
const NO_ASSERTIONS = /\b(?:panic|unreachable|bail)!|\bthrow\b|\bpanic\(/
