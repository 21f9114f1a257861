import { expect, it } from 'vitest'
import { hosts } from '#hosts/registry.ts'
import { testDrive } from './contracts/drive.ts'

/** Whoever teaches keel to drive another host adds it here, and finds out what it has to hold. */
const DRIVEN = ['claude-code', 'codex']

for (const [name, { drive }] of Object.entries(hosts)) if (drive !== null) testDrive(name, drive)

it('keel drives the hosts that it says it drives', () => {
  expect(Object.entries(hosts).flatMap(([name, { drive }]) => (drive === null ? [] : [name]))).toEqual(DRIVEN)
})
