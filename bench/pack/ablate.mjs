/**
 * What each signal of the ranking is worth: all real issues once more, with one signal or one kind of signals switched off.
 *
 *   npm run build
 *   node bench/pack/ablate.mjs --instances python-dev.jsonl --instances java.jsonl --mirrors <folder> [--each 10] [--write]
 *
 * Instances and mirrors are those of bench.mjs. What is switched off counts nothing in the sum; the first files, from which
 * others are found, stay those of the whole.
 */
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { loadProgram } from '../map/load-program.mjs'
import { table, tell } from '../map/results.mjs'
import { checkOut, OPTIONS, readInstances } from './instances.mjs'
import { measure } from './measure.mjs'

const { values } = parseArgs({
  options: { ...OPTIONS, instances: { type: 'string', multiple: true } },
})

const KINDS = {
  'what the task names': ['namedPath', 'namedFile', 'namedModule', 'frame', 'symbol'],
  'words of whole files': ['words', 'title', 'coverage', 'path'],
  'words of parts': ['chunks'],
  'the past': ['history', 'changedWith', 'recent'],
  'who needs whom': ['imported'],
  'what a file is': ['aside', 'prose', 'test', 'made'],
}

const KEPT = 300

const { rank, sum } = await loadProgram(`
  import { openView } from './src/context/pack/open-view.ts'
  import { orderByScore } from './src/context/pack/order-by-score.ts'
  import { rankFiles, sumSignals } from './src/context/pack/rank-files.ts'
  import { findMentions } from './src/context/pack/task/find-mentions.ts'
  import { readTask } from './src/context/pack/task/read-task.ts'
  export async function rank({ root, cache, text }) {
    const view = await openView({ root, cache })
    const { graph, words, past, definersOf } = view
    const task = readTask(text)
    const mentions = findMentions({ task, paths: graph.paths, definersOf })
    const { signals, scoreOf } = rankFiles({ task, action: 'fix', known: new Map(), emphasis: { ast: 1, semantic: 1 }, mentions, graph, words, past })
    const ranked = [...orderByScore(Float64Array.from(graph.paths, (_, file) => scoreOf(file)))].filter(view.isText)
    view.close()
    return ranked.map((file) => ({ path: graph.paths[file], signals: mapped(signals, (column) => column[file]) }))
  }
  export const sum = (signals, choice) => sumSignals(mapped(signals, (value) => Float64Array.of(value)), choice)(0)
  const mapped = (record, change) => Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))`)

const sets = values.instances.map((file) => ({
  name: basename(file, '.jsonl'),
  instances: readInstances({ ...values, instances: file }),
}))
const results = []
for (const { name, instances } of sets) {
  const answers = []
  for (const { repo, base_commit, problem_statement, gold_files } of instances) {
    const root = checkOut({ ...values, repo, commit: base_commit })
    const cache = join(values.scratch, 'cache', repo.replace('/', '+'))
    const ranked = await rank({ root, cache, text: problem_statement })
    const gold = new Set(gold_files)
    // Those far behind come to the front by no single signal.
    answers.push({ gold, files: ranked.filter(({ path }, place) => place < KEPT || gold.has(path)) })
    if (answers.length % 20 === 0) console.error(`${name}: ${answers.length} of ${instances.length}`)
  }
  results.push({ name, answers })
}

const all = Object.keys(results[0]?.answers[0]?.files[0]?.signals ?? {})
const rows = [
  ['all', []],
  ...Object.entries(KINDS).map(([kind, names]) => [`without ${kind}`, names]),
  ...all.map((name) => [`without \`${name}\``, [name]]),
].map(([what, off]) => [
  what,
  ...results.map(({ answers }) => {
    const [, , first, third, fifth, tenth, mean] = measure(
      what,
      answers.map((one) => order(one, new Set(off))),
    )
    return `${first} / ${third} / ${fifth} / ${tenth}, ${mean}`
  }),
])
tell({
  name: '../pack/ablation',
  title: 'What each signal of the ranking is worth',
  command: `node bench/pack/ablate.mjs${values.instances.map((file) => ` --instances ${basename(file)}`).join('')} --mirrors <folder>${values.each === '0' ? '' : ` --each ${values.each}`}${values.write ? ' --write' : ''}`,
  parts: [
    'Files, Acc@1 / @3 / @5 / @10, MRR. With so few instances, differences of less than two points say nothing by themselves.',
    table(['', ...results.map(({ name, answers }) => `${name} (${answers.length})`)], rows),
  ],
  isKept: values.write,
})

function order({ gold, files }, off) {
  const scored = files.map(({ path, signals }) => ({ path, score: sum(signals, { off }) }))
  scored.sort((one, other) => other.score - one.score)
  return { gold, found: scored.map(({ path }) => path) }
}
