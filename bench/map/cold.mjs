import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { installAider, installRepomix } from './install-others.mjs'
import { forget, keelMap, memoryOf, TOKENS } from './keel-run.mjs'
import { measureRun } from './measure-run.mjs'
import { hold, median, sayRounds, table, tell } from './results.mjs'
import { scratchTree } from './scratch-tree.mjs'

const ROUNDS = 3
const LEAST = { aider: 10, repomix: 2 }

/** A first map, against Aider's and against repomix: the same files, in turns. */
export async function measureCold({ trees, against, rounds, timeoutMs, scratch, command, isKept }) {
  const parts = [
    `Nothing remembered by anybody, the files in the memory of the system. ${sayRounds(rounds ?? ROUNDS)} A map of ${TOKENS} tokens; repomix writes all it has. Aider counts tokens as a quarter of the characters, which spares it a tokenizer. Memory is the most that all processes had at once.`,
  ]
  const promises = []
  for (const path of trees) {
    const tree = scratchTree(scratch, path)
    const runners = contestants({ tree, against, scratch })
    const runs = await takeTurns(runners, { tree, rounds: rounds ?? ROUNDS, timeoutMs })
    const rows = summarize(runs)
    parts.push(`## ${tree.name} at ${tree.commit}, ${tree.files} files`, drawRows(rows))
    for (const { name, times } of rows)
      if (LEAST[name] !== undefined)
        promises.push({ what: `${name} on ${tree.name}, times keel`, value: times, least: LEAST[name] })
  }
  tell({ name: 'cold', title: 'A first map', command, parts, isKept })
  hold(promises)
}

function contestants({ tree, against, scratch }) {
  const packed = join(scratch, 'repomix.xml')
  const counts = join(scratch, 'repomix-counts')
  const all = {
    keel: () => ({ ...keelMap, label: '`keel map`', remembers: memoryOf(tree.root) }),
    repomix: () => {
      const { program, version } = installRepomix(scratch)
      const words = [program, '--compress', '--quiet', '--output', packed]
      return {
        program: process.execPath,
        words,
        label: `repomix ${version} \`--compress\``,
        // Tokens that it counted before are kept outside of the tree.
        variables: { REPOMIX_TOKEN_CACHE_PATH: join(counts, 'counts.json') },
        remembers: counts,
      }
    },
    aider: () => {
      const { program, version } = installAider(scratch)
      const words = [join(import.meta.dirname, 'aider-map.py'), tree.root, String(TOKENS)]
      return { program, words, label: `Aider ${version}, \`RepoMap\`` }
    },
  }
  return ['keel', ...against].map((name) => ({ name, ...all[name]() }))
}

async function takeTurns(runners, { tree, rounds, timeoutMs }) {
  const runs = new Map(runners.map((runner) => [runner, []]))
  for (let round = 0; round < rounds; round++)
    for (const runner of runners) {
      // Once is enough of one that takes too long.
      if (runs.get(runner).some(({ isCut }) => isCut)) continue
      if (runner.remembers !== undefined) rmSync(runner.remembers, { recursive: true, force: true })
      const run = await measureRun({ ...runner, cwd: tree.root, timeoutMs })
      runs.get(runner).push(run)
      console.error(
        `${tree.name} ${runner.name}: ${(run.wallMs / 1000).toFixed(1)} s, processor ${(run.cpuMs / 1000).toFixed(1)} s`,
      )
    }
  forget(tree.root)
  return runs
}

function summarize(runs) {
  const rows = [...runs].map(([{ name, label }, all]) => ({
    name,
    label,
    isCut: all.some(({ isCut }) => isCut),
    wallMs: median(all.map(({ wallMs }) => wallMs)),
    cpuMs: median(all.map(({ cpuMs }) => cpuMs)),
    peakMb: median(all.map(({ peakMb }) => peakMb)),
  }))
  return rows.map((row) => ({
    ...row,
    times: row.wallMs / rows[0].wallMs,
    cpuTimes: row.cpuMs / rows[0].cpuMs,
  }))
}

function drawRows(rows) {
  const seconds = (ms) => (ms / 1000).toFixed(2)
  return table(
    ['program', 'wall s', 'times keel', 'at least', 'processor s', 'times keel', 'memory MB'],
    rows.map(({ name, label, isCut, wallMs, times, cpuMs, cpuTimes, peakMb }) => {
      const more = isCut ? '> ' : ''
      return [
        label,
        `${more}${seconds(wallMs)}`,
        `${more}${times.toFixed(2)}`,
        LEAST[name] ?? '',
        `${more}${seconds(cpuMs)}`,
        `${more}${cpuTimes.toFixed(2)}`,
        peakMb.toFixed(0),
      ]
    }),
  )
}
