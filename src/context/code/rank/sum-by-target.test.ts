import fc from 'fast-check'
import { expect, it } from 'vitest'
import { groupBy } from '#kit/group-by.ts'
import { type Flows, sumByTarget } from './sum-by-target.ts'

const someFlows = fc.integer({ min: 1, max: 12 }).chain((files) => {
  const edge = fc.tuple(
    fc.nat(files - 1),
    fc.nat(5),
    fc.oneof(fc.constant(0), fc.double({ min: 0.01, max: 9, noNaN: true })),
  )
  const each = <Value>(value: fc.Arbitrary<Value>) => fc.array(value, { minLength: files, maxLength: files })
  return fc.record({
    rows: each(fc.array(edge, { maxLength: 10 })),
    folders: each(fc.nat(3)),
    ranks: each(fc.double({ min: 0.01, max: 1, noNaN: true })),
  })
})

it('gives each name what its users give, damped by user, by folder and as a whole, whatever the edges', () => {
  fc.assert(
    fc.property(someFlows, ({ rows, folders, ranks }) => {
      const edges = rows.flatMap((row, user) => row.map(([to, name, weight]) => ({ user, to, name, weight })))
      const starts = Uint32Array.from([0, ...rows.map((_, at) => rows.slice(0, at + 1).flat().length)])
      const flows: Flows = {
        starts,
        to: Uint32Array.from(edges, ({ to }) => to),
        name: Uint32Array.from(edges, ({ name }) => name),
        weight: Float64Array.from(edges, ({ weight }) => weight),
        ranks: Float64Array.from(ranks),
        folders: Uint32Array.from(folders),
        damp: Math.sqrt,
      }
      const out = rows.map((row) => sum(row.map(([, , weight]) => weight)))
      const given = edges
        .filter(({ name, weight }) => name !== 0 && weight !== 0)
        .map((edge) => ({
          ...edge,
          folder: folders[edge.user],
          flow: (edge.weight * (ranks[edge.user] ?? 0)) / (out[edge.user] ?? 1),
        }))
      const earned = sumByTarget(flows)
      for (const [file] of rows.entries()) {
        const own = groupBy(
          given.filter(({ to }) => to === file),
          ({ name }) => name,
        )
        const [start = 0, end = 0] = [earned.starts[file], earned.starts[file + 1]]
        const names = [...own.keys()].sort((one, other) => one - other)
        expect([...earned.name.subarray(start, end)]).toEqual(names)
        const scores = names.map((name) => {
          const byFolder = [...groupBy(own.get(name) ?? [], ({ folder }) => folder).values()]
          return sum(
            byFolder.map((some) =>
              Math.sqrt(
                sum(
                  [...groupBy(some, ({ user }) => user).values()].map((ofUser) =>
                    Math.sqrt(sum(ofUser.map(({ flow }) => flow))),
                  ),
                ),
              ),
            ),
          )
        })
        for (const [at, score] of scores.entries()) expect(earned.score[start + at]).toBeCloseTo(score, 9)
        expect(earned.sum[file]).toBeCloseTo(sum(scores), 9)
        expect(earned.best[file]).toBeCloseTo(Math.max(0, ...scores), 9)
      }
    }),
    { numRuns: 300 },
  )
})

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}
