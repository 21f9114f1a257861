import { spawnSync } from 'node:child_process'
import { changesOf } from './changes-of.mjs'
import { forget, keelMap } from './keel-run.mjs'
import { loadKeel } from './load-keel.mjs'
import { hold, median, sayRounds, table, tell } from './results.mjs'
import { scratchTree } from './scratch-tree.mjs'

const ROUNDS = 15
const UNCHANGED_MOST = 3
const CHANGED_MOST = 1.5
const UNCHANGED = '`keel map`, nothing changed'

// Node 20 parses this bundle of certificates on every start, whatever it then does.
const { NODE_EXTRA_CA_CERTS: _certificates, ...environment } = process.env

/** A map where there was one: nothing changed, against `git status`; one file changed, against nothing changed. */
export async function measureAgain({ trees, rounds, scratch, command, isKept }) {
  const { keelFiles } = await loadKeel()
  const parts = [`${sayRounds(rounds ?? ROUNDS)} Each change is one that was never seen before.`]
  const promises = []
  for (const path of trees) {
    const tree = scratchTree(scratch, path)
    forget(tree.root)
    const { files } = await keelFiles(tree.root)
    const { edited, changes, undo } = changesOf(tree.root, files)
    const times = takeRounds({ root: tree.root, changes, undo, rounds: rounds ?? ROUNDS })
    const rows = summarize(times)
    parts.push(
      `## ${tree.name} at ${tree.commit}, ${tree.files} files, ${files.length} parsed`,
      table(['command', 'median ms', 'ratio', 'to', 'at most'], rows.map(drawRow)),
      `The file that is changed is \`${edited}\`.`,
    )
    for (const { name, ratio, most } of rows)
      if (most !== null) promises.push({ what: `${name} on ${tree.name}`, value: ratio, most })
    forget(tree.root)
  }
  tell({ name: 'again', title: 'A map where there was one', command, parts, isKept })
  hold(promises)
}

function takeRounds({ root, changes, undo, rounds }) {
  const names = ['`git status`', UNCHANGED, ...changes.map(({ name }) => name)]
  const times = new Map(names.map((name) => [name, []]))
  const keel = () => timed(keelMap, root)
  keel()
  for (let round = 0; round < rounds + 2; round++) {
    undo()
    keel()
    const took = new Map([
      ['`git status`', timed({ program: 'git', words: ['status'] }, root)],
      [UNCHANGED, keel()],
    ])
    for (const { name, change } of changes) {
      change(round)
      took.set(name, keel())
    }
    // The first ones warm up.
    if (round >= 2) for (const [name, ms] of took) times.get(name).push(ms)
  }
  undo()
  return times
}

function timed({ program, words }, cwd) {
  const started = performance.now()
  const { status, stderr } = spawnSync(program, words, { cwd, env: environment, encoding: 'utf8' })
  const took = performance.now() - started
  if (status !== 0) throw new Error(`${program} ${words.join(' ')} ended with ${status}: ${stderr}`)
  return took
}

function summarize(times) {
  const ms = new Map([...times].map(([name, all]) => [name, median(all)]))
  return [...ms].map(([name, value], place) => {
    if (place === 0) return { name, ms: value, ratio: 1, to: '', most: null }
    return place === 1
      ? { name, ms: value, ratio: value / ms.get('`git status`'), to: '`git status`', most: UNCHANGED_MOST }
      : { name, ms: value, ratio: value / ms.get(UNCHANGED), to: 'nothing changed', most: CHANGED_MOST }
  })
}

function drawRow({ name, ms, ratio, to, most }) {
  return [name, ms.toFixed(1), ratio.toFixed(2), to, most ?? '']
}
