import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import {
  BaseSequencer,
  type TestSequencer,
  type TestSequencerConstructor,
  type TestSpecification,
  type Vitest,
} from 'vitest/node'
import { queryModule } from './scripts/text-data.mjs'
import { yamlModule } from './scripts/yaml-data.mjs'

// Node reads these certificates in each process that a test starts, which takes longer than all else that it does to start.
// Only frameworks are fetched by tests.
if (process.env['KEEL_TEST_FRAMEWORKS'] === undefined) delete process.env['NODE_EXTRA_CA_CERTS']

/** Those that take longest, the longest first: one that begins last is waited for by all the others. */
const LONG = [
  'test/walks/kill.e2e.test.ts',
  'test/walks/map.e2e.test.ts',
  'test/walks/cli.e2e.test.ts',
  'test/walks/init-uninstall.e2e.test.ts',
  'test/walks/tasks-together.e2e.test.ts',
  'test/walks/map-adversarial.e2e.test.ts',
  'test/walks/cheats.e2e.test.ts',
  'src/context/map/make-map.test.ts',
  'test/walks/scan.e2e.test.ts',
  'test/hosts/walk.host.test.ts',
  'test/hosts/work-by-host.host.test.ts',
  'test/walks/cheats-at-closing.e2e.test.ts',
  'test/walks/run-task.e2e.test.ts',
  'test/hosts.test.ts',
  'src/loop/run.test.ts',
  'test/walks/task-import.e2e.test.ts',
]

/** The rest follows as vitest has it: what took long the last time, or where that is not known, what is large. */
function longestFirst(context: Vitest): TestSequencer {
  const usual = new BaseSequencer(context)
  const rank = ({ moduleId }: TestSpecification) => {
    const place = LONG.findIndex((path) => moduleId.endsWith(`/${path}`))
    return place === -1 ? LONG.length : place
  }
  return {
    shard: (files) => usual.shard(files),
    sort: async (files) => (await usual.sort(files)).sort((one, other) => rank(one) - rank(other)),
  }
}

export default defineConfig({
  plugins: [yamlModule, queryModule],
  resolve: { conditions: ['keel-source', 'node', 'import', 'default'] },
  ssr: { resolve: { conditions: ['keel-source', 'node', 'import', 'default'] } },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    setupFiles: process.env['KEEL_SEED'] === undefined ? [] : ['test/fix-seed.ts'],
    testTimeout: 60_000,
    // Some tidy up thousands of files.
    hookTimeout: 60_000,
    // Most tests wait for a program that they started: two at a time keep two cores busy.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    sequence: { sequencer: longestFirst as unknown as TestSequencerConstructor },
  },
})
