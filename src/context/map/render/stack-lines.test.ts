import fc from 'fast-check'
import { expect, it } from 'vitest'
import { stackLines } from './stack-lines.ts'

function languagesOf(shares: readonly number[]): string {
  const languages = shares.map((share, at) => ({ name: `L${at}`, files: 1, share }))
  return stackLines({ ...NONE, languages })[0]?.text ?? ''
}

const NONE = {
  languages: [],
  frameworks: [],
  libraries: [],
  runtimes: [],
  packageManagers: [],
  builders: [],
  workspaces: [],
}

it('says what builds the whole', () => {
  const builders = [{ name: 'CMake', from: 'CMakeLists.txt' }]
  expect(stackLines({ ...NONE, builders }).map(({ text }) => text)).toEqual(['- Build: CMake'])
})

it('says of languages what adds up to no more than all', () => {
  expect(languagesOf([0.985, 0.015])).toBe('- Languages: L0 99%, L1 1%')
  expect(languagesOf([0.996])).toBe('- Languages: L0 100%')
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 10, max: 1000 }), { minLength: 1, maxLength: 8 }), (weights) => {
      const total = weights.reduce((sum, weight) => sum + weight, 0)
      const text = languagesOf(weights.map((weight) => Math.round((weight / total) * 1000) / 1000))
      const percents = [...text.matchAll(/(\d+)%/g)].map(([, percent]) => Number(percent))
      expect(percents.reduce((sum, percent) => sum + percent, 0)).toBeLessThanOrEqual(100)
      expect(Math.min(...percents)).toBeGreaterThan(0)
    }),
  )
})
