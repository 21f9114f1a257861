import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { queryText } from '../../scripts/text-data.mjs'

const root = join(import.meta.dirname, '../..')
let count = 0

/** Parts of the program that are no part of the library, bundled as the program has them: `contents` is a module at the root. */
export async function loadProgram(contents) {
  const { outputFiles } = await build({
    stdin: { contents: `${READING}\n${contents}`, resolveDir: root, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
    conditions: ['keel-source'],
    mainFields: ['module', 'main'],
    loader: queryText,
    banner: {
      js: "import { createRequire as openRequire } from 'node:module'; const require = openRequire(import.meta.url);",
    },
  })
  // Beside the program, which finds its own files from there.
  const file = join(root, `dist/bench-${process.pid}-${count++}.mjs`)
  writeFileSync(file, outputFiles[0].contents)
  process.on('exit', () => rmSync(file, { force: true }))
  return import(pathToFileURL(file).href)
}

/** The code of a tree, parsed by the built program. */
const READING = `
  import { readFileSync } from 'node:fs'
  import { join } from 'node:path'
  import { engine } from './src/context/code/engine.ts'
  import { readCode } from './src/context/code/read-code.ts'
  import { listTree } from './src/context/code/walk/list-tree.ts'
  export async function readTree(root) {
    const tree = await listTree({ root })
    const cache = ${JSON.stringify(join(tmpdir(), 'keel-bench-map'))}
    const { files } = await readCode({ root, tree, cache, ...engine() })
    const read = (path) => { try { return readFileSync(join(root, path), 'utf8') } catch { return null } }
    return { tree, files, read }
  }`
