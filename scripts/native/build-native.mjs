import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileProgram } from './compile-program.mjs'
import { GRAMMARS, RUNTIME } from './grammar-sources.mjs'
import { practiceTexts } from './practice-texts.mjs'

/**
 * Builds the native parser for the machine that this runs on, into dist/native. Where that cannot be done, without a compiler or
 * without the network, keel parses in WebAssembly, with the same results. Says why then.
 */
export async function buildNative(root) {
  try {
    if (process.platform === 'win32') throw new Error('it is not written for Windows')
    const program = await compileProgram({
      // What was built stays there until the next `npm ci`.
      folder: join(root, 'node_modules/.cache/keel-native'),
      source: join(root, 'src/context/code/parse/native/parse.c'),
      runtime: RUNTIME,
      grammars: GRAMMARS,
      includesRuntime: true,
      practice: practiceTexts(root),
    })
    const folder = join(root, 'dist/native', `${process.platform}-${process.arch}`)
    mkdirSync(folder, { recursive: true })
    copyFileSync(program, join(folder, 'keel-parse'))
    chmodSync(join(folder, 'keel-parse'), 0o755)
    const letters = Object.entries(GRAMMARS).map(([name, grammar]) => [name, grammar.letters])
    writeFileSync(join(folder, 'grammars.json'), JSON.stringify(Object.fromEntries(letters)))
    return null
  } catch (error) {
    return String(error?.stderr || error?.message || error)
      .trim()
      .split('\n')[0]
  }
}
