import fc from 'fast-check'
import { expect, it } from 'vitest'
import { outline } from './outline.ts'
import { definitionKinds, referenceKinds, type Tags } from './tags.ts'
import { definitionsTextOf, outlineOf, readTags, writeTags } from './write-tags.ts'

const line = fc.nat(9)
const name = fc.oneof(fc.constantFrom('a', 'b', 'c'), fc.string({ unit: 'binary' }))
const tags: fc.Arbitrary<Tags> = fc.record({
  definitions: fc
    .array(
      fc.record({
        name,
        kind: fc.constantFrom(...definitionKinds),
        line,
        endLine: line,
        signature: fc.string({ unit: 'binary' }),
        doc: fc.option(fc.string()),
        exported: fc.boolean(),
        inside: fc.option(fc.nat(5)),
      }),
    )
    .map((some) =>
      some.map(({ inside, ...definition }, place) => ({
        ...definition,
        parent: inside === null || inside >= place ? null : inside,
      })),
    ),
  references: fc.array(
    fc.record({
      name,
      kind: fc.constantFrom(...referenceKinds),
      isMember: fc.boolean(),
      lines: fc.array(line, { minLength: 1 }),
    }),
  ),
  imports: fc.array(fc.record({ specifier: fc.string(), names: fc.array(name), line })),
  module: fc.option(fc.string()),
})

it('whatever was found in a file is read back as it was, and so is what a graph is made of', () => {
  fc.assert(
    fc.property(tags, (found) => {
      const read = readTags(writeTags(found), (one) => one)
      expect(outlineOf(read)).toEqual(outline(found))
      expect(JSON.parse(definitionsTextOf(read))).toEqual(found.definitions)
      expect({ ...read }).toEqual(found)
    }),
  )
})
