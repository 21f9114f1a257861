import { expect, it } from 'vitest'
import { hosts } from '#hosts/registry.ts'
import { testHostLoading } from './contracts/host.ts'
import { loadingFixtures } from './contracts/loading-fixture.ts'

/** The hosts whose rules nobody could measure. Whoever records one takes it off this list. */
const UNRECORDED = new Map([['cursor', 'the program cannot be run offline']])

for (const [name, host] of Object.entries(hosts)) {
  const reason = UNRECORDED.get(name)
  if (reason === undefined) testHostLoading(name, host)
  else
    it(`${name} has no recordings, because ${reason}`, () => {
      expect(loadingFixtures(name)).toEqual([])
      expect(host.basis).toContain('not measured')
    })
}
