import { basename } from 'node:path'
import { escapePattern } from '#kit/escape-pattern.ts'
import { remember } from '#kit/remember.ts'
import type { TestCase } from './tamper/reading/test-file.ts'

/**
 * The tests of a text that a framework may mean by a name: the words of each stand in it, and so does its file where the name has
 * one. Frameworks name tests each in their own way, and a name may be made of a pattern: `adds %i and %i`.
 */
export function testsNamed<Test extends Pick<TestCase, 'leaf' | 'path'>>(
  id: string,
  tests: readonly Test[],
): Test[] {
  const named = tests.filter(({ leaf }) => patternOf(leaf)?.test(id) === true)
  const inFile = named.filter(({ path }) => holdsPath(id, path))
  return inFile.length > 0 ? inFile : named
}

/** Whether a name has the file in it: by its path, or as programs call what they load. */
export function holdsPath(id: string, path: string): boolean {
  if (id.includes(path)) return true
  const name = basename(path).replace(/\.[^.]+$/, '')
  return name.length >= 3 && literally(name).test(id)
}

const patternOf = remember((leaf: string): RegExp | null => {
  const parts = leaf.split(HOLES)
  if (!parts.some((part) => /[\p{L}\p{N}]/u.test(part))) return null
  return bounded(parts.map((part) => escapePattern(part).replaceAll(/\s+/g, '[\\s_]+')).join('.*?'))
})

/** Where a value is put in. */
const HOLES = /%[a-zA-Z#%]|[$#]?\{[^}]*\}|\$[\w.]+/

const literally = remember((text: string): RegExp => bounded(escapePattern(text)))

function bounded(pattern: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'su')
}
