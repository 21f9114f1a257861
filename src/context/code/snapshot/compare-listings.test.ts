import fc from 'fast-check'
import { expect, it } from 'vitest'
import { listingOf } from '../walk/listing.ts'
import { compareListings } from './compare-listings.ts'

/** Short names of few letters, so that many lines begin and end alike. */
const name = fc.string({ unit: fc.constantFrom('a', 'b', '/', 'é', '\n'), minLength: 1, maxLength: 3 })
const tree = fc.dictionary(name, fc.constantFrom('b', 'bb', 'a'), { maxKeys: 12 }).map((blobs) =>
  Object.keys(blobs)
    .sort()
    .map((path) => ({ path, blob: blobs[path] ?? '' })),
)

it('says of any two trees what has come, gone and changed, with all paths in their order', () => {
  fc.assert(
    fc.property(tree, tree, (before, now) => {
      const [then, today] = [before, now].map((files) => new Map(files.map(({ path, blob }) => [path, blob])))
      const paths = [...new Set([...before, ...now].map(({ path }) => path))].sort()
      const placesOf = (isOne: (path: string) => boolean) =>
        paths.flatMap((path, place) => (isOne(path) ? [place] : []))
      const compared = compareListings(listingOf(before), now)
      expect(compared?.paths).toEqual(paths)
      expect([...(compared?.come ?? [])]).toEqual(placesOf((path) => then?.has(path) === false))
      expect([...(compared?.gone ?? [])]).toEqual(placesOf((path) => today?.has(path) === false))
      const fresh = placesOf((path) => today?.has(path) === true && then?.get(path) !== today.get(path))
      expect([...(compared?.fresh ?? [])]).toEqual(
        fresh.map((place) => [place, now.find(({ path }) => path === paths[place])]),
      )
    }),
    { numRuns: 2000 },
  )
})

it('says nothing where more files have changed than are worth to be looked at', () => {
  const files = Array.from({ length: 101 }, (_, file) => ({
    path: `f${String(file).padStart(3, '0')}`,
    blob: 'a',
  }))
  expect(compareListings('', files)).toBeNull()
  expect(compareListings('', files.slice(1))).not.toBeNull()
})
