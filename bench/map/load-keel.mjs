import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { queryText } from '../../scripts/text-data.mjs'

/** The rules by which keel chooses what it parses, bundled from its sources as they are now. */
export async function loadKeel(scratch) {
  const outfile = join(scratch, 'keel-files.bundle.mjs')
  await build({
    entryPoints: [join(import.meta.dirname, 'keel-files.mjs')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['keel-source'],
    loader: queryText,
    logLevel: 'error',
  })
  return import(pathToFileURL(outfile).href)
}
