import fc from 'fast-check'
import { expect, it } from 'vitest'
import { outline } from './outline.ts'
import { definitionKinds, referenceKinds, type Tags } from './tags.ts'
import { bytesOfTags, definitionsBytesOf, outlineOf, readTags, textOfTags, writeTags } from './write-tags.ts'

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
      const text = writeTags(found)
      for (const written of [text, bytesOfTags(text)]) {
        const read = readTags(written, (one) => one)
        expect(textOfTags(written)).toBe(text)
        expect(outlineOf(read)).toEqual(outline(found))
        expect(JSON.parse(textOfTags(definitionsBytesOf(read)))).toEqual(found.definitions)
        expect({ ...read }).toEqual(found)
      }
    }),
  )
})
