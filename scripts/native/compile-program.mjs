import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { fetchCrate, fetchPackage } from './fetch-sources.mjs'
import { practise } from './practise.mjs'
import { writeLetters } from './write-letters.mjs'

const run = promisify(execFile)

/** What a program in C is compiled with: as fast as it gets on any machine of its kind. */
const FLAGS = ['-O3', '-w', '-s']

/**
 * Compiles a program in C with a runtime of tree-sitter and grammars, which it has the names of in `grammars.h`. All of it lies in a
 * folder, and what is there already is not made again. A program that includes the runtime itself is not given it once more.
 * With `practice`, what such a program may be asked on its standard input, it is first made to find out where it spends its time.
 */
export async function compileProgram({
  folder,
  source,
  runtime,
  grammars,
  includesRuntime = false,
  practice = null,
}) {
  const compiler = process.env.CC || 'cc'
  const { stdout: version } = await run(compiler, ['--version'])
  const made = [version, process.arch, FLAGS]
  const program = join(
    folder,
    `program-${sumOf([made, runtime, grammars, textsBeside(source), practice !== null])}`,
  )
  if (existsSync(program)) return program
  const objects = join(folder, `objects-${sumOf(made)}`)
  mkdirSync(objects, { recursive: true })
  await writeLetters(join(objects, 'letters.c'))
  const compile = async (target, words) => {
    if (existsSync(target)) return target
    const draft = `${target}.${process.pid}`
    await run(compiler, [...FLAGS, ...words, '-o', draft])
    renameSync(draft, target)
    return target
  }
  const library = await fetchCrate(folder, runtime)
  const jobs = includesRuntime
    ? []
    : [{ target: join(objects, `${runtime.name}.o`), folder: join(library, 'src'), file: 'lib.c' }]
  const includes = ['-I', join(library, 'include'), '-I', objects]
  for (const [name, grammar] of Object.entries(grammars)) {
    const sources = join(await fetchPackage(folder, grammar), grammar.inner ?? '.', 'src')
    for (const file of ['parser.c', 'scanner.c'].filter((one) => existsSync(join(sources, one))))
      jobs.push({ target: join(objects, `${name}-${sumOf(grammar)}-${file}.o`), folder: sources, file })
  }
  const work = async () => {
    for (let job = jobs[next++]; job !== undefined; job = jobs[next++])
      await compile(job.target, ['-I', job.folder, ...includes, '-c', join(job.folder, job.file)])
  }
  let next = 0
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  writeFileSync(
    join(objects, 'grammars.h'),
    Object.keys(grammars)
      .map((name) => `GRAMMAR(${name})\n`)
      .join(''),
  )
  const words = [...includes, '-I', join(library, 'src'), source]
  const others = [join(objects, 'letters.c'), ...jobs.map(({ target }) => target)]
  const gcc = (some, options) => run(compiler, [...FLAGS, ...some], options)
  const object = `${program}.o`
  const isPractised = practice !== null && (await practise({ gcc, words, others, practice, target: object }))
  return await compile(program, [...(isPractised ? [object] : words), ...others])
}

/** Its own, and that of the headers beside it. */
function textsBeside(source) {
  const names = readdirSync(dirname(source)).filter((name) => /\.[ch]$/.test(name))
  return names.sort().map((name) => readFileSync(join(dirname(source), name), 'utf8'))
}

function sumOf(value) {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12)
}
