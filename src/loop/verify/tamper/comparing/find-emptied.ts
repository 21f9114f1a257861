import { groupBy } from '#kit/group-by.ts'
import type { Tampering } from '#words/evidence.ts'
import { isTestFile } from '../../is-test-file.ts'
import type { TestFile } from '../reading/test-file.ts'

/** Functions beside the tests that asserted something for them, and no longer do. */
export function findEmptied(before: readonly TestFile[], after: readonly TestFile[]): Tampering[] {
  return after.flatMap(({ path, functions }) => {
    const old = before.find((file) => file.path === path)
    if (old === undefined || !isTestFile(path)) return []
    const byName = groupBy(functions, ({ name }) => name)
    const formerByName = groupBy(old.functions, ({ name }) => name)
    return functions.flatMap(({ name, line, assertions }): Tampering[] => {
      const former = formerByName.get(name) ?? []
      const real = (former[0]?.assertions ?? []).filter(({ text }) => !NO_ASSERTIONS.test(text))
      const isEmptied = assertions.length === 0 && former.length === 1 && real.length > 0
      if (!isEmptied || (byName.get(name)?.length ?? 0) > 1) return []
      const text = `\`${name}\`, which tests rely on, asserts nothing any more.`
      return [{ kind: 'assertion-removed', path, line, text }]
    })
  })
}

/** What goes wrong on the way is no statement about what is tested. */
const NO_ASSERTIONS = /\b(?:panic|unreachable|bail)!|\bthrow\b|\bpanic\(/
