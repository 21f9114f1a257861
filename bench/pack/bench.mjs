/**
 * Real issues in, the files to change out: how often `keel pack` has them first.
 *
 *   npm run build
 *   node bench/pack/bench.mjs --instances python-dev.jsonl --mirrors <folder> [--repo NAME] [--each 10] [--part 1/2] [--write]
 *
 * An instance is a line of JSON: `instance_id`, `repo`, `base_commit`, `problem_statement`, `gold_files` and, where known,
 * `gold_functions` as `path:Class.method` and `gold_modules` as `path:Class`. Mirrors are git folders `owner+name/repo`; what
 * has none is passed over. Of each repository one tree is checked out, commit by commit: nothing later than the commit can be
 * seen. With `--each` so many of each repository are taken. `--predictions FILE` keeps what was found, for other scorers.
 *
 * Acc@k counts an instance where as many of the first k are right as can be, as published results do.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { median, table, tell } from '../map/results.mjs'
import { checkOut, OPTIONS, readInstances } from './instances.mjs'
import { HEADS, measure } from './measure.mjs'

const { values } = parseArgs({ options: { ...OPTIONS, predictions: { type: 'string' } } })
const program = join(import.meta.dirname, '../../dist/bin.cjs')
const set = basename(values.instances, '.jsonl')
const instances = readInstances(values)

const answers = []
for (const {
  instance_id,
  repo,
  base_commit,
  problem_statement,
  gold_files,
  gold_functions = [],
  gold_modules = [],
} of instances) {
  const tree = checkOut({ ...values, repo, commit: base_commit })
  const begun = performance.now()
  const printed = execFileSync(
    process.execPath,
    [program, 'pack', '--json', '--', problem_statement.slice(0, 90_000)],
    {
      cwd: tree,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const { ranking, symbols } = JSON.parse(printed)
  const entities = symbols.filter(({ kind }) => ['function', 'method', 'macro'].includes(kind))
  answers.push({
    instance_id,
    gold: new Set(gold_files),
    goldFunctions: new Set(gold_functions.map(bareName)),
    goldModules: new Set(gold_modules),
    found_files: ranking.map(({ path }) => path),
    found_modules: [
      ...new Set(symbols.map(({ path, qualifiedName }) => `${path}:${qualifiedName.split('.')[0]}`)),
    ],
    found_entities: [
      ...new Set(entities.map(({ path, qualifiedName }) => bareName(`${path}:${qualifiedName}`))),
    ],
    seconds: (performance.now() - begun) / 1000,
  })
  if (answers.length % 20 === 0) console.error(`${answers.length} of ${instances.length}`)
}
if (values.predictions !== undefined)
  writeFileSync(
    values.predictions,
    answers
      .map(
        ({ gold: _, goldFunctions: __, goldModules: ___, seconds: ____, ...row }) =>
          `${JSON.stringify(row)}\n`,
      )
      .join(''),
  )

const rows = [
  ['files', answers.map(({ gold, found_files: found }) => ({ gold, found }))],
  ['types', answers.map(({ goldModules: gold, found_modules: found }) => ({ gold, found }))],
  ['functions', answers.map(({ goldFunctions: gold, found_entities: found }) => ({ gold, found }))],
]
  .map(([what, pairs]) => [what, pairs.filter(({ gold }) => gold.size > 0)])
  .filter(([, pairs]) => pairs.length > 0)
const asked = ['repo', 'each']
  .filter((name) => values[name] !== OPTIONS[name].default)
  .map((name) => ` --${name} ${values[name]}`)
tell({
  name: join('../pack', set),
  title: `What a task is about: ${set}`,
  command: `node bench/pack/bench.mjs --instances ${set}.jsonl --mirrors <folder>${asked.join('')}${values.write ? ' --write' : ''}`,
  parts: [
    table(
      HEADS,
      rows.map(([what, pairs]) => measure(what, pairs)),
    ),
    `A pack took ${median(answers.map(({ seconds }) => seconds)).toFixed(1)} s (median, most of the code known from the commit before).`,
  ],
  isKept: values.write,
})

/** Whoever changes how a type is made changes the type. What a type is made for, as in `Lexer<'a>`, is no part of its name. */
function bareName(name) {
  return name.replaceAll(/<[^<>]*>/g, '').replace(/\.__init__$/, '')
}
