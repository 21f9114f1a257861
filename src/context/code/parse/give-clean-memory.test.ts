import { expect, it } from 'vitest'
import { packageFile } from '#kit/package-file.ts'
import { languageOf } from '../languages/all.ts'
import { startParsing } from './start-parsing.ts'

const SWIFT = `import Foundation
public struct Alpha {
  let pattern = #"a quoted b"#
  func first() -> Int { 1 }
}
public func second() -> Int { 2 }
let z = ##"deep"##
class Beta { func fourth() {} }
`

const MARKDOWN = '# One\n\n```\ncode\n```\n\n> Two\n\n- three\n  - four\n\n    five\n'.repeat(20)

it('what is found in a text does not depend on what was parsed before it', async () => {
  const parsers = await startParsing({ grammars: packageFile('dist/grammars') })
  const parse = async (path: string, source: string) => {
    const language = languageOf(path)
    return language === null ? null : (await parsers(language))?.({ source, limitMs: 5000 })()
  }
  const first = await parse('a.swift', SWIFT)
  expect(first).toMatchObject({ kind: 'parsed', hasErrors: false })
  expect(await parse('a.swift', SWIFT)).toEqual(first)
  await parse('a.md', MARKDOWN)
  expect(await parse('a.swift', SWIFT)).toEqual(first)
})
