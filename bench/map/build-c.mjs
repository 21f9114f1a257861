import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The package that each grammar's C sources are taken from, and the folder in it: of the version that the grammars in
 * `tree-sitter-wasm` were made of, or the nearest one that npm has.
 */
const GRAMMARS = {
  bash: ['tree-sitter-bash@0.25.1'],
  c: ['tree-sitter-c@0.24.1'],
  c_sharp: ['tree-sitter-c-sharp@0.23.5'],
  cpp: ['tree-sitter-cpp@0.23.4'],
  elixir: ['tree-sitter-elixir@0.3.5'],
  go: ['tree-sitter-go@0.25.0'],
  java: ['tree-sitter-java@0.23.5'],
  javascript: ['tree-sitter-javascript@0.25.0'],
  kotlin: ['tree-sitter-kotlin@0.3.8'],
  lua: ['@tree-sitter-grammars/tree-sitter-lua@0.4.1'],
  markdown: ['@tree-sitter-grammars/tree-sitter-markdown@0.3.2', 'tree-sitter-markdown'],
  php: ['tree-sitter-php@0.24.2', 'php'],
  python: ['tree-sitter-python@0.25.0'],
  ruby: ['tree-sitter-ruby@0.23.1'],
  rust: ['tree-sitter-rust@0.24.0'],
  scala: ['tree-sitter-scala@0.24.0'],
  swift: ['tree-sitter-swift@0.7.1'],
  tsx: ['tree-sitter-typescript@0.23.2', 'tsx'],
  typescript: ['tree-sitter-typescript@0.23.2', 'typescript'],
}

/** The runtime that is inside of keel's `web-tree-sitter`, from crates.io: npm has an older one only. */
const RUNTIME = 'tree-sitter-0.27.1'
const RUNTIME_URL = `https://static.crates.io/crates/tree-sitter/${RUNTIME}.crate`

/** Compiles the C program in a folder of its own, once, and tells where it is. */
export async function buildC(scratch) {
  const folder = join(scratch, 'c')
  const program = join(folder, 'parse-and-query')
  if (existsSync(program)) return program
  mkdirSync(folder, { recursive: true })
  const runtime = await unpackRuntime(folder)
  const includes = ['-I', join(runtime, 'include'), '-I', folder]
  const cc = (...words) =>
    execFileSync('cc', ['-O3', '-w', ...words], { stdio: ['ignore', 'ignore', 'inherit'] })
  const objects = [join(folder, 'runtime.o')]
  cc('-I', join(runtime, 'src'), ...includes, '-c', join(runtime, 'src/lib.c'), '-o', objects[0])
  for (const [name, [spec, inner = '.']] of Object.entries(GRAMMARS)) {
    const source = join(unpackPackage(folder, spec), inner, 'src')
    for (const file of ['parser.c', 'scanner.c'].filter((one) => existsSync(join(source, one)))) {
      const object = join(folder, `${name}-${file}.o`)
      if (!existsSync(object)) cc('-I', source, '-c', join(source, file), '-o', object)
      objects.push(object)
    }
  }
  const list = Object.keys(GRAMMARS).map((name) => `GRAMMAR(${name})\n`)
  writeFileSync(join(folder, 'grammars.h'), list.join(''))
  cc(...includes, join(import.meta.dirname, 'parse-and-query.c'), ...objects, '-o', program)
  return program
}

async function unpackRuntime(folder) {
  const target = join(folder, RUNTIME)
  if (existsSync(target)) return target
  const answer = await fetch(RUNTIME_URL)
  if (!answer.ok) throw new Error(`${RUNTIME_URL} answered ${answer.status}`)
  const archive = join(folder, `${RUNTIME}.crate`)
  writeFileSync(archive, Buffer.from(await answer.arrayBuffer()))
  execFileSync('tar', ['-xzf', archive, '-C', folder])
  return target
}

/** Only unpacked: to install it would compile it for Node. */
function unpackPackage(folder, spec) {
  const target = join(folder, spec.replaceAll('/', '-'))
  if (existsSync(target)) return target
  const words = ['pack', '--silent', '--pack-destination', folder, spec]
  const archive = execFileSync('npm', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  mkdirSync(target)
  execFileSync('tar', ['-xzf', join(folder, archive), '-C', target, '--strip-components', '1'])
  return target
}
