/**
 * Whether every direct import of a file is in the map that is focused on it, within 2,000 tokens. Files are picked at random by
 * a fixed seed among those that import something; what they import is asked of the resolvers, not of the map's own code. An
 * import that leads to several files, such as a package, is there if one of them is; how many of all such files are named is
 * counted beside it, but for namespaces of so many files that the graph takes them for nothing.
 *
 *   npm run build && node bench/map/focus.mjs <folder> … [--files 30] [--tokens 2000] [--widest]
 *
 * With --widest, the files that import most, and none at random.
 */
import { basename, resolve } from 'node:path'
import { loadProgram } from './load-program.mjs'

const words = process.argv.slice(2)
const option = (name, otherwise) => {
  const at = words.indexOf(name)
  return at === -1 ? otherwise : Number(words.splice(at, 2)[1])
}
const count = option('--files', 30)
const tokens = option('--tokens', 2000)
const isWidest = words.includes('--widest')

const { openTree } = await loadProgram(`
  import { buildGraph } from './src/context/code/graph/build-graph.ts'
  import { indexNames } from './src/context/code/graph/index-names.ts'
  import { followImports } from './src/context/code/graph/follow-imports.ts'
  import { rankSymbols } from './src/context/code/rank/rank-symbols.ts'
  import { surroundFocus } from './src/context/map/focus/surround-focus.ts'
  import { renderMap } from './src/context/map/render/render-map.ts'
  import { describeStructure } from './src/context/map/structure/describe-structure.ts'
  import { chooseSymbols } from './src/context/map/symbols/choose-symbols.ts'
  import { loadTokenCounter } from './src/kit/tokens.ts'
  export async function openTree(root) {
    const { tree, files, read } = await readTree(root)
    const { standing } = indexNames(files)
    const graph = buildGraph(files, read)
    const { importsOf } = followImports({ ...graph, ...graph.imports, standing })
    const structure = describeStructure({ files: tree.files, read })
    const countTokens = await loadTokenCounter()
    const stamp = { version: '0.0.0', input: '0123456789ab' }
    return {
      files,
      importsOf: (place) =>
        importsOf(place)
          .map((found) => found.files.filter((file) => file !== place).map((file) => files[file].path))
          .filter((paths) => paths.length > 0),
      filesOf: (place) => {
        const { starts, to, name, nameOf } = graph.edges
        const found = new Set()
        for (let edge = starts[place]; edge < starts[place + 1]; edge += 1)
          if (nameOf(name[edge]) === '') found.add(files[to[edge]].path)
        return [...found]
      },
      draw: (place, budget) => {
        const focus = new Set([place])
        const ranking = rankSymbols({ ...graph, focus })
        if (ranking.kind === 'failed') throw new Error(ranking.because)
        const symbols = chooseSymbols(graph, { ...ranking, count: Number.POSITIVE_INFINITY })
        const shown = surroundFocus(graph, { focus, symbols })
        return renderMap({ ...shown, structure, health: null, notes: [], stamp, budget, countTokens })
      },
    }
  }`)

console.log(
  '| repository | files | imports | in the map | files with all | most imports | their files | named | tokens, mean |',
)
console.log('|---|--:|--:|--:|--:|--:|--:|--:|--:|')
for (const folder of words.filter((word) => word !== '--widest')) {
  const { files, importsOf, filesOf, draw } = await openTree(resolve(folder))
  const seen = { imports: 0, found: 0, whole: 0, most: 0, files: 0, named: 0, tokens: 0 }
  const wide = files.map((_, place) => ({ place, imports: importsOf(place).length }))
  const some = wide.filter(({ imports }) => imports > 0).toSorted((one, other) => other.imports - one.imports)
  const places = some.map(({ place }) => place)
  const picked = isWidest ? places.slice(0, count) : pick(places.toSorted((one, other) => one - other))
  for (const place of picked) {
    const imports = importsOf(place)
    const map = draw(place, tokens)
    const lines = new Set(map.text.split('\n'))
    const missing = imports.filter((paths) => !paths.some((path) => lines.has(`\`${path}\``)))
    const all = filesOf(place)
    seen.files += all.length
    seen.named += all.filter((path) => lines.has(`\`${path}\``)).length
    seen.imports += imports.length
    seen.found += imports.length - missing.length
    seen.whole += missing.length === 0 ? 1 : 0
    seen.most = Math.max(seen.most, imports.length)
    seen.tokens += map.tokens
    if (missing.length > 0)
      console.error(`${files[place].path}: ${missing.length} of ${imports.length}, ${missing[0][0]}`)
  }
  const mean = Math.round(seen.tokens / picked.length)
  console.log(
    `| ${basename(resolve(folder))} | ${picked.length} | ${seen.imports} | ${seen.found} | ${seen.whole} | ${seen.most} | ${seen.files} | ${seen.named} | ${mean} |`,
  )
}

/** The same at every run: a small generator of numbers, and no clock. */
function pick(places) {
  let state = 42
  const rest = [...places]
  const chosen = []
  while (chosen.length < count && rest.length > 0) {
    state = (state * 1103515245 + 12345) % 2147483648
    chosen.push(...rest.splice(state % rest.length, 1))
  }
  return chosen
}
