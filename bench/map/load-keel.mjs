import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { queryText } from '../../scripts/text-data.mjs'
import { yamlData } from '../../scripts/yaml-data.mjs'

/** The rules by which keel chooses what it parses, bundled from its sources as they are now. */
export async function loadKeel() {
  // Beside the program, which finds its own files from there.
  const outfile = join(import.meta.dirname, `../../dist/bench-${process.pid}.mjs`)
  process.on('exit', () => rmSync(outfile, { force: true }))
  await build({
    entryPoints: [join(import.meta.dirname, 'keel-files.mjs')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['keel-source'],
    mainFields: ['module', 'main'],
    loader: queryText,
    plugins: [yamlData],
    banner: {
      js: "import { createRequire as openRequire } from 'node:module'; const require = openRequire(import.meta.url);",
    },
    logLevel: 'error',
  })
  return import(pathToFileURL(outfile).href)
}
