/**
 * Real issues in, the files to change out: how often `keel pack` has them first.
 *
 *   npm run build
 *   node bench/pack/bench.mjs --instances python-dev.jsonl --mirrors <folder> [--repo NAME] [--part 1/2] [--write]
 *
 * An instance is a line of JSON: `instance_id`, `repo`, `base_commit`, `problem_statement`, `gold_files` and, where known,
 * `gold_functions` as `path:Class.method`. Mirrors are git folders `owner+name/repo`. Of each repository one tree is checked
 * out, commit by commit: nothing later than the commit can be seen. Beside the results lie predictions, for other scorers.
 *
 * Acc@k counts an instance where as many of the first k are right as can be, as published results do.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { table, tell } from '../map/results.mjs'

const { values } = parseArgs({
  options: {
    instances: { type: 'string' },
    mirrors: { type: 'string' },
    repo: { type: 'string', default: '' },
    part: { type: 'string', default: '1/1' },
    scratch: { type: 'string', default: join(tmpdir(), 'keel-bench-pack') },
    predictions: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})
const program = join(import.meta.dirname, '../../dist/bin.cjs')
const set = basename(values.instances, '.jsonl')
const [part, parts] = values.part.split('/').map(Number)
const instances = readFileSync(values.instances, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
  .filter(({ repo, gold_files }) => gold_files.length > 0 && repo.includes(values.repo))
  .sort((one, other) => (`${one.repo} ${one.created_at}` < `${other.repo} ${other.created_at}` ? -1 : 1))
  .filter((_, place) => place % parts === part - 1)

const answers = []
for (const {
  instance_id,
  repo,
  base_commit,
  problem_statement,
  gold_files,
  gold_functions = [],
} of instances) {
  const tree = checkOut({ repo, commit: base_commit })
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
    goldFunctions: new Set(gold_functions),
    found_files: ranking.map(({ path }) => path),
    found_entities: entities.map(({ path, qualifiedName }) => `${path}:${qualifiedName}`),
    seconds: (performance.now() - begun) / 1000,
  })
  if (answers.length % 20 === 0) console.error(`${answers.length} of ${instances.length}`)
}
if (values.predictions !== undefined)
  writeFileSync(
    values.predictions,
    answers
      .map(({ gold: _, goldFunctions: __, seconds: ___, ...row }) => `${JSON.stringify(row)}\n`)
      .join(''),
  )

const withFunctions = answers.filter(({ goldFunctions }) => goldFunctions.size > 0)
const files = answers.map(({ gold, found_files }) => ({ gold, found: found_files }))
const functions = withFunctions.map(({ goldFunctions, found_entities }) => ({
  gold: goldFunctions,
  found: found_entities,
}))
const row = (what, pairs) => [
  what,
  pairs.length,
  ...[1, 3, 5, 10].map((k) => share(pairs, k).toFixed(1)),
  reciprocal(pairs).toFixed(3),
]
tell({
  name: join('../pack', set),
  title: `What a task is about: ${set}`,
  command: `node bench/pack/bench.mjs --instances ${set}.jsonl --mirrors <folder>${values.repo === '' ? '' : ` --repo ${values.repo}`}${values.write ? ' --write' : ''}`,
  parts: [
    table(
      ['', 'instances', 'Acc@1', 'Acc@3', 'Acc@5', 'Acc@10', 'MRR'],
      [row('files', files), ...(functions.length === 0 ? [] : [row('functions', functions)])],
    ),
    `A pack took ${median(answers.map(({ seconds }) => seconds)).toFixed(1)} s (median, most of the code known from the commit before).`,
  ],
  isKept: values.write,
})

function checkOut({ repo, commit }) {
  const name = readdirSync(values.mirrors).find(
    (one) => one.toLowerCase() === repo.replace('/', '+').toLowerCase(),
  )
  const tree = join(values.scratch, `${part}of${parts}`, name)
  const git = (...words) => execFileSync('git', words, { cwd: tree, stdio: ['ignore', 'ignore', 'ignore'] })
  mkdirSync(tree, { recursive: true })
  git('init', '-q')
  writeFileSync(join(tree, '.git/objects/info/alternates'), `${join(values.mirrors, name, 'repo/objects')}\n`)
  git('update-ref', 'refs/heads/base', commit)
  git('symbolic-ref', 'HEAD', 'refs/heads/base')
  rmSync(join(tree, '.git/index.lock'), { force: true })
  try {
    git('reset', '-q', '--hard')
  } catch {
    // A mirror may lack single large files: the rest is checked out.
    git('read-tree', 'HEAD')
    try {
      git('checkout-index', '-a', '-q', '-f')
    } catch {}
  }
  git('clean', '-fdq', '-e', '.keel')
  return tree
}

function share(pairs, k) {
  const right = pairs.filter(
    ({ gold, found }) => found.slice(0, k).filter((one) => gold.has(one)).length === Math.min(gold.size, k),
  )
  return (100 * right.length) / Math.max(1, pairs.length)
}

function reciprocal(pairs) {
  const sum = pairs.reduce((total, { gold, found }) => {
    const place = found.findIndex((one) => gold.has(one))
    return total + (place === -1 ? 0 : 1 / (place + 1))
  }, 0)
  return sum / Math.max(1, pairs.length)
}

function median(numbers) {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0
}
