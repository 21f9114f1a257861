import { layOut, runC } from './c-work.mjs'
import { countCaptures } from './count-captures.mjs'
import { forget, keelMap } from './keel-run.mjs'
import { measureRun } from './measure-run.mjs'
import { hold, median, sayRounds, table, tell } from './results.mjs'
import { scratchTree } from './scratch-tree.mjs'

const ROUNDS = 3
const LEAST = 0.6
const MB = 1e6

/** keel's whole first index, against plain C that does no more than to parse the same files and to run the same queries. */
export async function measureLimit({ trees, rounds, scratch, command, isKept }) {
  const parts = [
    `MB of source for each second of processor time, whichever cores spent it. keel: \`keel map\` with nothing remembered, from start to end: parsing, graph, rank, index, map. C: tree-sitter's runtime and grammars compiled with -O3, as many processes as there are cores, reading, parsing and keel's own queries, nothing kept. ${sayRounds(rounds ?? ROUNDS)}`,
  ]
  const promises = []
  const rows = []
  for (const path of trees) {
    const tree = scratchTree(scratch, path)
    const work = await layOut({ scratch, root: tree.root })
    const c = []
    const keel = []
    for (let round = 0; round < (rounds ?? ROUNDS); round++) {
      c.push(await runC(work))
      forget(tree.root)
      keel.push(await measureRun({ ...keelMap, words: [...keelMap.words, '--json'], cwd: tree.root }))
      console.error(`${tree.name}: C ${c[round].seconds} s, keel ${keel[round].cpuMs / 1000} s`)
    }
    forget(tree.root)
    checkParsed(JSON.parse(keel[0].output), work)
    const cRate = work.bytes / MB / median(c.map(({ seconds }) => seconds))
    const keelRate = work.bytes / MB / median(keel.map(({ cpuMs }) => cpuMs / 1000))
    const ratio = keelRate / cRate
    rows.push([
      `${tree.name} at ${tree.commit}`,
      work.files.length,
      (work.bytes / MB).toFixed(1),
      cRate.toFixed(2),
      keelRate.toFixed(2),
      ratio.toFixed(2),
      LEAST,
    ])
    promises.push({ what: `keel's rate to that of C on ${tree.name}`, value: ratio, least: LEAST })
    parts.push(`## ${tree.name}`, drawGrammars(c[0].grammars, await countCaptures(work.files, work.queries)))
  }
  const heads = ['tree', 'files parsed', 'MB', 'C MB/s', 'keel MB/s', 'keel to C', 'at least']
  parts.splice(1, 0, table(heads, rows))
  tell({ name: 'limit', title: 'keel and plain C', command, parts, isKept })
  hold(promises)
}

/** The same files must have been parsed, or the rates are of two different things. */
function checkParsed(answer, { files }) {
  const parsed = answer.parsed ?? answer.data?.parsed
  if (parsed !== files.length)
    throw new Error(`keel parsed ${parsed} files, and the bench thinks that it is ${files.length}`)
}

function drawGrammars(grammars, counted) {
  const rows = grammars.map(({ grammar, files, bytes, captures, parsing, querying }) => [
    grammar,
    files,
    (bytes / MB).toFixed(1),
    parsing + querying < 0.01 ? '' : (bytes / MB / (parsing + querying)).toFixed(2),
    captures,
    counted.get(grammar) ?? 0,
  ])
  return table(['grammar', 'files', 'MB', 'C MB/s', 'captures in C', 'captures in keel'], rows)
}
