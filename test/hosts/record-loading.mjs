/** See record-loading.ts, which needs a hand to start: it is TypeScript. */
import { join } from 'node:path'
import { runnerImport } from 'vite'

const root = join(import.meta.dirname, '../..')
const { module } = await runnerImport(join(import.meta.dirname, 'record-loading.ts'), {
  root,
  configFile: false,
  environments: { inline: { resolve: { conditions: ['keel-source', 'node', 'import', 'default'] } } },
  logLevel: 'error',
})
process.exitCode = await module.recordLoading(process.argv.slice(2))
