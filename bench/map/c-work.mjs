import { spawnSync } from 'node:child_process'
import { mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildC } from './build-c.mjs'
import { loadKeel } from './load-keel.mjs'

/** What keel parses of a tree, laid out for the C program: a list of files, and a query for each grammar. */
export async function layOut({ scratch, root }) {
  const { keelFiles, keelQueries } = await loadKeel(scratch)
  const { wanted, files } = await keelFiles(root)
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
  return { folder, wanted, files, queries, bytes, program: await buildC(scratch) }
}

/** One run of the C program: seconds of processor time, and what it found for each grammar. */
export function runC({ program, folder }) {
  const input = openSync(join(folder, 'list'))
  const { status, stdout, stderr } = spawnSync(program, [folder], {
    stdio: [input, 'pipe', 'pipe'],
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`the C program ended with ${status}: ${stderr}`)
  const lines = stdout.trim().split('\n')
  const seconds = Number(lines.pop())
  const grammars = lines.map((line) => {
    const [grammar, ...numbers] = line.split('\t')
    const [files, bytes, captures, parsing, querying] = numbers.map(Number)
    return { grammar, files, bytes, captures, parsing, querying }
  })
  return { seconds, grammars }
}
