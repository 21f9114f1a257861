import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { queryModule } from './scripts/text-data.mjs'
import { yamlModule } from './scripts/yaml-data.mjs'

// Node reads these certificates in each process that a test starts, which takes longer than all else that it does to start.
// Only frameworks are fetched by tests.
if (process.env['KEEL_TEST_FRAMEWORKS'] === undefined) delete process.env['NODE_EXTRA_CA_CERTS']

export default defineConfig({
  plugins: [yamlModule, queryModule],
  resolve: { conditions: ['keel-source', 'node', 'import', 'default'] },
  ssr: { resolve: { conditions: ['keel-source', 'node', 'import', 'default'] } },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 60_000,
    // Most tests wait for a program that they started: two at a time keep two cores busy.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
})
