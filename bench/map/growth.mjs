import { layOut, runC } from './c-work.mjs'
import { growTree } from './grow-tree.mjs'
import { forget, keelMap } from './keel-run.mjs'
import { loadKeel } from './load-keel.mjs'
import { measureRun } from './measure-run.mjs'
import { hold, median, sayRounds, table, tell } from './results.mjs'

const ROUNDS = 1
const MB = 1e6
/** For a tree of this many files, and for one of more. */
const MEMORY = { files: 10_000, mostMb: 600, largerMostMb: 2000 }
const FLAT_MOST = 1.25

/** Memory, and cost for each file, as the tree grows. */
export async function measureGrowth({ repositories, sizes, rounds, scratch, command, isKept }) {
  const { isParsed } = await loadKeel()
  const measured = []
  for (const size of sizes) {
    const root = growTree({ scratch, repositories, size, isParsed })
    const work = await layOut({ scratch, root })
    const runs = []
    const c = []
    for (let round = 0; round < (rounds ?? ROUNDS); round++) {
      forget(root)
      runs.push(await measureRun({ ...keelMap, cwd: root }))
      c.push((await runC(work)).seconds)
      console.error(
        `${size}: keel ${runs[round].cpuMs / 1000} s, ${runs[round].peakMb.toFixed(0)} MB; C ${c[round]} s`,
      )
    }
    forget(root)
    measured.push(summarize({ work, runs, c }))
  }
  const flat = measured.at(-1).timesC / measured[0].timesC
  const parts = [
    `Trees of real source files, each content once: whole folders of ${repositories.length} public repositories, chosen by the hash of their names. keel with nothing remembered. ${sayRounds(rounds ?? ROUNDS)} Memory is the most that all processes had at once. What C takes for the same files (see limit.md) tells what the mix of languages does; keel's cost in times that is what has to stay flat.`,
    table(
      [
        'files parsed',
        'MB',
        'wall s',
        'processor s',
        'ms a file',
        's a MB',
        'times C',
        'memory MB',
        'at most',
      ],
      measured.map((row) => [
        row.files,
        row.mb.toFixed(0),
        row.wallS.toFixed(1),
        row.cpuS.toFixed(1),
        ((row.cpuS * 1000) / row.files).toFixed(2),
        (row.cpuS / row.mb).toFixed(3),
        row.timesC.toFixed(2),
        row.peakMb.toFixed(0),
        limitFor(row),
      ]),
    ),
    `The largest tree costs ${flat.toFixed(2)} times what the smallest does, in times of C. At most ${FLAT_MOST}.`,
  ]
  tell({ name: 'growth', title: 'Memory and growth', command, parts, isKept })
  hold([
    ...measured.map((row) => ({
      what: `memory in MB at ${row.files} files`,
      value: row.peakMb,
      most: limitFor(row),
    })),
    { what: 'the cost of the largest tree to that of the smallest', value: flat, most: FLAT_MOST },
  ])
}

function limitFor({ files }) {
  return files <= MEMORY.files ? MEMORY.mostMb : MEMORY.largerMostMb
}

function summarize({ work, runs, c }) {
  const cpuS = median(runs.map(({ cpuMs }) => cpuMs / 1000))
  return {
    files: work.files.length,
    mb: work.bytes / MB,
    wallS: median(runs.map(({ wallMs }) => wallMs / 1000)),
    cpuS,
    timesC: cpuS / median(c),
    peakMb: median(runs.map(({ peakMb }) => peakMb)),
  }
}
