import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['keel-source', 'node', 'import', 'default'] },
  ssr: { resolve: { conditions: ['keel-source', 'node', 'import', 'default'] } },
  test: { include: ['src/**/*.test.ts', 'test/**/*.test.ts'], testTimeout: 60_000 },
})
