/** Builds dist/: the program and the library as bundles, the types, the help pages and the licences of what is inside. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { grammarLicences } from './grammar-licences.mjs'
import { buildMarks } from './native/build-marks.mjs'
import { buildNative } from './native/build-native.mjs'
import { queryText } from './text-data.mjs'
import { writeVocabulary } from './write-vocabulary.mjs'
import { yamlData } from './yaml-data.mjs'

const root = join(import.meta.dirname, '..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const shared = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  conditions: ['keel-source'],
  // Some packages keep their ES module where only this field tells, and a UMD build that cannot be bundled in `main`.
  mainFields: ['module', 'main'],
  minify: true,
  keepNames: true,
  absWorkingDir: root,
  loader: queryText,
  plugins: [yamlData],
  define: { KEEL_BUILD: JSON.stringify(sourcesId()) },
}
/** Leaves a module to a bundle of its own, which is loaded when it is asked for and not before. */
const apart = (filter, path) => ({
  name: `apart-${path}`,
  setup: (own) => own.onResolve({ filter }, () => ({ path, external: true })),
})

/** Packages that something is copied from: grammars, and a vocabulary. */
const COPIED = ['gpt-tokenizer', 'tree-sitter-wasm']

rmSync(join(root, 'dist'), { recursive: true, force: true })
/** Takes longer than all the rest, and needs nothing of it. */
const writingTypes = process.argv.includes('--no-types') ? null : writeTypes()

const buildingNative = process.argv.includes('--no-native') ? null : buildNative(root)
const buildingMarks = process.argv.includes('--no-native') ? null : buildMarks(root)

const library = await build({
  ...shared,
  entryPoints: {
    index: 'src/index.ts',
    sections: 'src/context/sections/section.ts',
    config: 'src/config/load-config.ts',
    'scripted-model': 'src/models/scripted/start-scripted-model.ts',
    reference: 'scripts/reference.ts',
  },
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  format: 'esm',
  splitting: true,
  metafile: true,
  // Bundled CommonJS may ask for `require`, which an ES module has to make for itself.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
})

/** A module of Node's that nothing is used of need not be loaded: some take a sixth of the time that Node takes to start. */
const onlyWhatIsUsed = {
  name: 'only-what-is-used',
  setup: (own) =>
    own.onResolve({ filter: /^node:/ }, ({ path }) => ({ path, external: true, sideEffects: false })),
}

/** What the hook needs now and then, and what it is called there. Each is a file of its own, so that the rest is read sooner. */
const LATER = {
  'changes-by-table': 'src/guard/shell/changes-by-table.ts',
  'to-targets': 'src/guard/to-targets.ts',
  'behind-xargs': 'src/guard/shell/behind-xargs.ts',
  'printed-by': 'src/guard/shell/printed-by.ts',
  'read-options': 'src/guard/shell/read-options.ts',
  'segment-pattern': 'src/guard/segment-pattern.ts',
  'own-script': 'src/guard/shell/own-script.ts',
  'scripts-in': 'src/guard/shell/scripts-in.ts',
  'removes-keel': 'src/guard/shell/removes-keel.ts',
  'read-find': 'src/guard/shell/read-find.ts',
  'expand-parameter': 'src/guard/shell/expand-parameter.ts',
  'says-it-writes': 'src/guard/says-it-writes.ts',
  'sets-fields': 'src/guard/sets-fields.ts',
  'look-up': 'src/guard/disk/look-up.ts',
  'files-below': 'src/guard/disk/files-below.ts',
  'text-at': 'src/guard/disk/text-at.ts',
  'only-reads': 'src/guard/only-reads.ts',
  'plain-guard': 'src/guard/plain-guard.ts',
  'bound-expressions': 'src/kit/bound-expressions.ts',
}

/** Stands in for such modules: their functions are fetched when the first of them is called. */
const later = (modules) => ({
  name: 'later',
  setup: (own) => {
    own.onResolve({ filter: /^later:/ }, ({ path }) => ({ path: `./${path.slice(6)}.cjs`, external: true }))
    for (const [name, path] of Object.entries(modules)) {
      const filter = new RegExp(`${path.replaceAll(/[/.]/g, '[/\\\\.]')}$`)
      own.onLoad({ filter }, () => {
        const names = [...readFileSync(join(root, path), 'utf8').matchAll(/^export function (\w+)/gm)]
        const contents = names.map(
          ([, one]) => `export const ${one} = (...words) => require('later:${name}').${one}(...words)`,
        )
        return { contents: contents.join('\n'), loader: 'js' }
      })
    }
  },
})

// CommonJS starts some ten milliseconds sooner than an ES module, and these are opened on every command, and on every
// action of an agent.
const light = {
  ...shared,
  outdir: 'dist',
  outExtension: { '.js': '.cjs' },
  format: 'cjs',
  metafile: true,
  // A name that is kept costs a call when a module is loaded, and nobody reads the names of these.
  keepNames: false,
}
const hook = await build({
  ...light,
  entryPoints: { hook: 'src/surfaces/hook/main.ts' },
  // What is loaded later is then required: to import it, Node would first have to wake up another loader.
  supported: { 'dynamic-import': false },
  plugins: [
    yamlData,
    onlyWhatIsUsed,
    later(LATER),
    apart(/^\.\/parse-guard\.ts$/, './parse-guard.cjs'),
    apart(/^#guard\/find-evidence\.ts$/, './find-evidence.cjs'),
    apart(/^#journal\/open-journal\.ts$/, './open-journal.cjs'),
  ],
})
/** One for both, the door and the program: what the one has asked of git, the other hears. */
const AHEAD = { 'ask-status': 'src/context/code/walk/ask-status.ts' }

/** Packages that few verbs need, each in a file of its own: the less there is in one, the sooner it is read. */
const PACKAGES = {
  models: ['ai', '@ai-sdk/anthropic', '@ai-sdk/google', '@ai-sdk/openai', '@ai-sdk/openai-compatible'],
  mcp: ['@modelcontextprotocol/server', '@modelcontextprotocol/server/stdio'],
  elasticsearch: ['@elastic/elasticsearch'],
  opensearch: ['@opensearch-project/opensearch'],
}
const packages = await Promise.all(
  Object.entries(PACKAGES).map(([name, specifiers]) =>
    build({
      ...light,
      stdin: {
        contents: specifiers.map((specifier) => `export * from '${specifier}'`).join('\n'),
        resolveDir: root,
      },
      outdir: undefined,
      outExtension: undefined,
      outfile: `dist/packages/${name}.cjs`,
      supported: { 'dynamic-import': false },
      keepNames: true,
    }),
  ),
)
const packagesApart = Object.entries(PACKAGES).flatMap(([name, specifiers]) =>
  specifiers.map((specifier) => apart(new RegExp(`^${specifier}$`), `./packages/${name}.cjs`)),
)

/** What every verb needs, in one file: it is compiled once, and what V8 made of it is kept beside it. */
const wiring = await build({
  ...light,
  entryPoints: { wiring: 'src/wiring.ts' },
  supported: { 'dynamic-import': false },
  define: { ...shared.define, 'import.meta.url': '__url' },
  banner: {
    js: "const __url = require('node:url').pathToFileURL(__filename).href, __dirname = require('node:path').dirname(__filename);",
  },
  // An error is told by its class, and so these names are kept.
  keepNames: true,
  // Its ES module makes a `require` for itself, which then hides the real one.
  alias: { 'web-tree-sitter': './node_modules/web-tree-sitter/web-tree-sitter.cjs' },
  plugins: [yamlData, onlyWhatIsUsed, later(AHEAD), ...packagesApart],
})
for (const name of ['wiring', 'hook']) inPlainLetters(join(root, `dist/${name}.cjs`))
nameClassesOnly(join(root, 'dist/wiring.cjs'))
const door = await build({
  ...light,
  entryPoints: { bin: 'src/bin.ts' },
  define: {
    KEEL_VERSION: JSON.stringify(version),
    KEEL_HOOK: JSON.stringify(idOf('dist/hook.cjs')),
    KEEL_WIRING: JSON.stringify(idOf('dist/wiring.cjs')),
  },
  plugins: [yamlData, onlyWhatIsUsed, later(AHEAD)],
})
const rooms = await build({
  ...light,
  entryPoints: {
    'parse-guard': 'src/guard/parse-guard.ts',
    'find-evidence': 'src/guard/find-evidence.ts',
    'open-journal': 'src/journal/open-journal.ts',
    ...AHEAD,
    ...LATER,
  },
  plugins: [yamlData, onlyWhatIsUsed],
})

const sqlite = await build({
  ...shared,
  entryPoints: { sqlite: 'node_modules/node-sqlite3-wasm/dist/node-sqlite3-wasm.js' },
  outdir: 'dist',
  outExtension: { '.js': '.cjs' },
  format: 'cjs',
  metafile: true,
})

// Each in one file: whatever is changed of what parsing finds changes its hash, and what it found before is then of no use.
const workers = await build({
  ...shared,
  entryPoints: {
    'parse-worker': 'src/context/code/parse/parse-worker.ts',
    'word-worker': 'src/context/pack/words/word-worker.ts',
  },
  outdir: 'dist',
  format: 'esm',
  metafile: true,
  keepNames: false,
})

const { helpPages, grammars } = await import(pathToFileURL(join(root, 'dist/reference.js')).href)
writeFileSync(join(root, 'dist/help.json'), JSON.stringify(helpPages()))
copyGrammars(grammars())
copyFileSync(
  join(root, 'node_modules/node-sqlite3-wasm/dist/node-sqlite3-wasm.wasm'),
  join(root, 'dist/node-sqlite3-wasm.wasm'),
)
writeVocabulary(join(root, 'dist/o200k.bin'))
writeFileSync(
  join(root, 'dist/THIRD-PARTY-LICENSES.txt'),
  licences({
    metafiles: [library, door, wiring, ...packages, hook, rooms, sqlite, workers].map(
      ({ metafile }) => metafile,
    ),
    parsers: grammars(),
  }),
)

const whyNoMarks = await buildingMarks
if (whyNoMarks !== null) console.log(`Without a native program, Node asks about each task: ${whyNoMarks}`)
const whyNotNative = await buildingNative
if (whyNotNative !== null)
  console.log(`Without a native parser, files are parsed in WebAssembly: ${whyNotNative}`)

if (writingTypes !== null && !(await writingTypes)) {
  console.error('The types could not be written.')
  process.exitCode = 1
}

function writeTypes() {
  const words = [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.types.json']
  const compiler = spawn(process.execPath, words, { cwd: root, stdio: 'inherit' })
  return new Promise((resolve) => {
    compiler.on('error', () => resolve(false)).on('close', (code) => resolve(code === 0))
  })
}

function sourcesId() {
  const hash = createHash('sha256')
  for (const path of readdirSync(join(root, 'src'), { recursive: true }).sort()) {
    if (/(?<!\.test)\.ts$|\.scm$/.test(path))
      hash.update(`${path}\0`).update(readFileSync(join(root, 'src', path)))
  }
  return hash.digest('hex').slice(0, 12)
}

function idOf(path) {
  return createHash('sha256')
    .update(readFileSync(join(root, path)))
    .digest('hex')
    .slice(0, 12)
}

/** One letter beyond ASCII, and V8 holds twice the bytes. They are in regular expressions, where they can be spelled out. */
function inPlainLetters(file) {
  const spelled = readFileSync(file, 'utf8').replaceAll(
    /[^\0-\x7f]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  writeFileSync(file, spelled)
}

/**
 * To keep a name costs a call each time a function is made, also of those that are made a million times: a tenth of what the
 * program does by itself to draw a map. Only the names of classes are read, and those are given once.
 */
function nameClassesOnly(file) {
  const text = readFileSync(file, 'utf8')
  const helper = /var ([\w$]+)=(\(\w+,\w+\)=>[\w$]+\(\w+,"name",\{value:\w+,configurable:!0\}\));/
  const [whole, name, define] = helper.exec(text) ?? []
  if (whole === undefined) throw new Error(`${file} keeps names in another way than it did`)
  const named = text
    .replace(whole, () => `var ${name}=kept=>kept,keepName=${define};`)
    .replaceAll(`static{${name}(this,`, 'static{keepName(this,')
  writeFileSync(file, named)
}

/** Grammars lie beside the program: nothing is fetched when it runs. */
function copyGrammars(names) {
  const folder = join(root, 'dist/grammars')
  mkdirSync(folder)
  const runtime = 'web-tree-sitter.wasm'
  copyFileSync(join(root, 'node_modules/web-tree-sitter', runtime), join(folder, runtime))
  for (const name of names) {
    const file = `tree-sitter-${name}.wasm`
    copyFileSync(join(root, 'node_modules/tree-sitter-wasm/out', name, file), join(folder, file))
  }
}

/** Whoever's code is in our bundles or beside them is named with their licence, and with the notice that some of these ask for. */
function licences({ metafiles, parsers }) {
  // Some packages bring packages of their own.
  const bundled = metafiles
    .flatMap(({ inputs }) => Object.keys(inputs))
    .flatMap((path) => /^node_modules\/(.*node_modules\/)?(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? [])
  const texts = grammarLicences(parsers, join(root, 'node_modules'))
  for (const place of [...bundled, ...COPIED.map((name) => `node_modules/${name}`)]) {
    const folder = join(root, place)
    const files = existsSync(folder) ? readdirSync(folder) : []
    const [licence, notice] = [/^licen[cs]e/i, /^notice/i].map((name) => {
      const file = files.find((entry) => name.test(entry))
      return file === undefined ? null : readFileSync(join(folder, file), 'utf8').trim()
    })
    const text = licence ?? JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).license
    texts.set(place.replace(/^.*node_modules\//, ''), notice === null ? text : `${text}\n\n${notice}`)
  }
  return [...texts]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, text]) => `${name}\n\n${text.trim()}\n`)
    .join(`\n${'-'.repeat(80)}\n\n`)
}
