/**
 * What a host waits for before every action of its agent, as a ratio to Node doing nothing, measured in one run: the
 * commands take turns, so that a busy machine slows all of them alike.
 *
 *   npm run build && npm run bench:hook [-- --rounds 60] [-- --write]
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'

const bin = join(import.meta.dirname, '../dist/bin.cjs')
const rounds = Number(process.argv[process.argv.indexOf('--rounds') + 1]) || 60
const LIMIT = 1.35
/** For a project with a guard of its own, which has to be read first. */
const GUARDED_LIMIT = 1.8

const project = mkdtempSync(join(tmpdir(), 'keel-bench-'))
const guarded = mkdtempSync(join(tmpdir(), 'keel-bench-'))
try {
  setUp()
  const rows = measure()
  const table = [
    '| command | median ms | ratio to `node -e 0` | limit |',
    '|---|--:|--:|--:|',
    ...rows.map(
      ({ name, ms, ratio, limit }) => `| ${name} | ${ms.toFixed(1)} | ${ratio.toFixed(2)} | ${limit ?? ''} |`,
    ),
  ].join('\n')
  console.log(table)
  if (process.argv.includes('--write')) {
    const head = `# The hook\n\n\`npm run build && npm run bench:hook -- --write\`: ${rounds} rounds, interleaved, medians. Node ${process.versions.node}, ${process.platform} ${process.arch}, ${cpus().length} cores.`
    const foot =
      'The first line with a limit is what an agent feels: it is asked before every command and every edit. A denial is written\ninto the journal, and evidence is compared with the hash of the tree, for which git is started five times; both are rare.'
    writeFileSync(join(import.meta.dirname, 'hook.md'), `${head}\n\n${table}\n\n${foot}\n`)
  }
  for (const { name, ratio, limit } of rows) {
    if (limit === null || ratio <= limit) continue
    console.error(`Over the limit of ${limit}: ${name}.`)
    process.exitCode = 1
  }
} finally {
  rmSync(project, { recursive: true, force: true })
  rmSync(guarded, { recursive: true, force: true })
}

function setUp() {
  mkdirSync(join(project, 'src'))
  mkdirSync(join(project, '.keel/ledger/run/1'), { recursive: true })
  for (let file = 0; file < 200; file++)
    writeFileSync(join(project, `src/${file}.ts`), `export const x = ${file}\n`)
  const git = (...words) => execFileSync('git', words, { cwd: project, encoding: 'utf8' }).trim()
  git('init', '--quiet')
  writeFileSync(join(project, '.keel/.gitignore'), 'ledger/\njournal/\n')
  git('add', '--all')
  const evidence = { passed: true, tree: git('write-tree') }
  writeFileSync(join(project, '.keel/ledger/run/1/evidence.json'), JSON.stringify(evidence))
  mkdirSync(join(guarded, '.keel/guards'), { recursive: true })
  writeFileSync(
    join(guarded, '.keel/guards/no-lock-edits.yaml'),
    [
      'name: no-lock-edits',
      'summary: Lock files are written by the package manager.',
      'match:',
      '  - action: [write, run]',
      "    paths: ['**/package-lock.json']",
      '  - action: [run]',
      "    says: 'git push .*--force'",
      'reason: Run npm install instead, and leave the lock file to it.',
      '',
    ].join('\n'),
  )
}

function measure() {
  const ask = (event, fields) =>
    JSON.stringify({ session_id: 's', cwd: project, hook_event_name: event, ...fields })
  const hook = [bin, 'hook', 'claude-code']
  const bash = (command, cwd = project) =>
    ask('PreToolUse', { tool_name: 'Bash', tool_input: { command }, cwd })
  const commands = [
    { name: '`node -e 0`', words: ['-e', '0'], input: '', code: 0, limit: null },
    {
      name: 'a command is allowed',
      words: hook,
      input: bash('npm test -- src/1.test.ts'),
      code: 0,
      limit: LIMIT,
    },
    {
      name: 'a command is allowed of which there is a table',
      words: hook,
      input: bash("cd src && sed -i 's/x/y/' 1.ts && rm -f 2.ts"),
      code: 0,
      limit: null,
    },
    {
      name: 'a command is allowed in a project with a guard of its own',
      words: hook,
      input: bash('npm test -- src/1.test.ts', guarded),
      code: 0,
      limit: GUARDED_LIMIT,
    },
    {
      name: 'an edit is allowed',
      words: hook,
      input: ask('PreToolUse', {
        tool_name: 'Write',
        tool_input: { file_path: join(project, 'a.ts'), content: 'x' },
      }),
      code: 0,
      limit: LIMIT,
    },
    {
      name: 'a write to a protected file is denied',
      words: hook,
      input: ask('PreToolUse', {
        tool_name: 'Write',
        tool_input: { file_path: join(project, '.keel/guards/x.yaml'), content: 'x' },
      }),
      code: 2,
      limit: null,
    },
    {
      name: 'a promise is checked against evidence',
      words: hook,
      input: ask('Stop', { last_assistant_message: '<promise>COMPLETE</promise>', stop_hook_active: false }),
      code: 0,
      limit: null,
    },
  ]
  // Node 20 parses this bundle of certificates on every start, whatever it then does.
  const { NODE_EXTRA_CA_CERTS: _certificates, ...others } = process.env
  // As in a run of keel's, where the hook leaves a mark.
  const environment = { ...others, KEEL_ASKED: join(project, '.keel/ledger/asked') }
  const times = new Map(commands.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds + 3; round++) {
    for (const { name, words, input, code } of commands) {
      const started = performance.now()
      const { status, stderr } = spawnSync(process.execPath, words, {
        env: environment,
        input,
        encoding: 'utf8',
      })
      const took = performance.now() - started
      if (status !== code) throw new Error(`${name} ended with ${status}: ${stderr}`)
      if (round >= 3) times.get(name).push(took)
    }
  }
  const median = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]
  const bare = median(times.get('`node -e 0`'))
  if (readdirSync(join(project, '.keel/journal')).length === 0) throw new Error('no denial was recorded')
  return commands.map(({ name, limit }) => {
    const ms = median(times.get(name))
    return { name, ms, ratio: ms / bare, limit }
  })
}
