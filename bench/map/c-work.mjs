import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { buildC } from './build-c.mjs'
import { loadKeel } from './load-keel.mjs'

/** What keel parses of a tree, laid out for the C program: a list of files, and a query for each grammar. */
export async function layOut({ scratch, root }) {
  const { keelFiles, keelQueries } = await loadKeel()
  const { files } = await keelFiles(root)
  const folder = join(scratch, 'c-input')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'blanked'), { recursive: true })
  const queries = keelQueries()
  for (const [grammar, query] of queries) writeFileSync(join(folder, `${grammar}.scm`), query)
  const lines = files.map(({ path, grammar, text, isBlanked }, place) => {
    if (!isBlanked) return `${grammar}\t${join(root, path)}\n`
    const copy = join(folder, 'blanked', String(place))
    writeFileSync(copy, text)
    return `${grammar}\t${copy}\n`
  })
  writeFileSync(join(folder, 'list'), lines.join(''))
  const bytes = files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
  return { folder, files, queries, bytes, program: await buildC(scratch) }
}

/**
 * One run of the C program on every core at once, as keel runs: a core alone is quicker than one whose neighbour is busy. Each
 * takes its share of the files, every so many; seconds of processor time, and what was found for each grammar.
 */
export async function runC({ program, folder }) {
  const lines = readFileSync(join(folder, 'list'), 'utf8').split('\n').filter(Boolean)
  const cores = availableParallelism()
  const shares = Array.from({ length: cores }, (_, core) =>
    lines.filter((_line, place) => place % cores === core),
  )
  const runs = await Promise.all(shares.map((share) => runShare({ program, folder, share })))
  const grammars = new Map()
  for (const { grammar, ...numbers } of runs.flatMap((run) => run.grammars)) {
    const sum = grammars.get(grammar) ?? { grammar, files: 0, bytes: 0, captures: 0, parsing: 0, querying: 0 }
    for (const [name, number] of Object.entries(numbers)) sum[name] += number
    grammars.set(grammar, sum)
  }
  return { seconds: runs.reduce((sum, run) => sum + run.seconds, 0), grammars: [...grammars.values()] }
}

async function runShare({ program, folder, share }) {
  const child = spawn(program, [folder], { stdio: ['pipe', 'pipe', 'pipe'] })
  let [output, complaints] = ['', '']
  child.stdout.on('data', (part) => {
    output += part
  })
  child.stderr.on('data', (part) => {
    complaints += part
  })
  child.stdin.end(`${share.join('\n')}\n`)
  const status = await new Promise((resolve) => child.on('close', resolve))
  if (status !== 0) throw new Error(`the C program ended with ${status}: ${complaints}`)
  const lines = output.trim().split('\n')
  const seconds = Number(lines.pop())
  const grammars = lines.map((line) => {
    const [grammar, ...numbers] = line.split('\t')
    const [files, bytes, captures, parsing, querying] = numbers.map(Number)
    return { grammar, files, bytes, captures, parsing, querying }
  })
  return { seconds, grammars }
}
