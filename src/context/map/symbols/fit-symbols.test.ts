import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fitSymbols } from './fit-symbols.ts'
import { renderSymbols } from './render-symbols.ts'

const countTokens = (text: string) => text.length
const imported = (folder: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${folder}/Part${at}.cs`)

it('what a focus imports and has no room file by file is told by folder, and none is passed over', () => {
  const paths = [...imported('Shop/Wares', 30), ...imported('Shop/Till', 30), 'Shop/Door/Bell.cs']
  const linesFor = (budget: number) =>
    renderSymbols(fitSymbols({ symbols: [], paths, others: [], budget, countTokens }))
  expect(linesFor(10_000)).toEqual(paths.map((path) => `\`${path}\``))
  const lines = linesFor(400)
  expect(lines.at(-3)).toBe('`Shop/Door/Bell.cs`')
  expect(lines.at(-2)).toMatch(/^`Shop\/Wares\/`: \d+ more files that the focus imports$/)
  expect(lines.at(-1)).toBe('`Shop/Till/`: 30 more files that the focus imports')
  expect(lines[0]).toBe('`Shop/Wares/Part0.cs`')
})

it('whatever is imported, nothing goes beyond the room, and every file is named, counted with its folder or as left', () => {
  const path = fc
    .tuple(fc.constantFrom('a', 'b/c', 'd'), fc.nat(60))
    .map(([folder, at]) => `${folder}/f${at}.cs`)
  fc.assert(
    fc.property(fc.uniqueArray(path), fc.uniqueArray(path), fc.nat(900), (paths, more, budget) => {
      const others = more.filter((one) => !paths.includes(one))
      const shown = fitSymbols({ symbols: [], paths, others, budget, countTokens })
      const told = (shown.folders ?? []).reduce((sum, { files }) => sum + files, 0)
      expect(shown.paths.length + told + shown.left).toBe(paths.length + others.length)
      const lines = renderSymbols(shown)
      if (lines.length > 1) expect(lines.join('\n').length).toBeLessThanOrEqual(budget)
    }),
  )
})
