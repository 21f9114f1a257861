import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Unpacks a package of npm's into a folder of its own, once: to install it would compile it for Node. */
export function fetchPackage(folder, { spec, sum }) {
  return unpackOnce(folder, spec.replaceAll('/', '-'), async (draft) => {
    const words = ['pack', '--silent', '--pack-destination', draft, spec]
    await run('npm', words, { timeout: LIMIT_MS, shell: process.platform === 'win32' })
    return {
      archive: join(
        draft,
        readdirSync(draft).find((name) => name.endsWith('.tgz')),
      ),
      sum,
    }
  })
}

/** Unpacks a crate of Rust's: the only place that has the newest runtime. */
export function fetchCrate(folder, { name, url, sum }) {
  return unpackOnce(folder, name, async (draft) => {
    const answer = await fetch(url, { signal: AbortSignal.timeout(LIMIT_MS) })
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
    const archive = join(draft, `${name}.crate`)
    writeFileSync(archive, Buffer.from(await answer.arrayBuffer()))
    return { archive, sum }
  })
}

const LIMIT_MS = 120_000

/** In a draft first, so that what stands there under its name is whole, whoever was killed on the way. */
async function unpackOnce(folder, name, fetchInto) {
  const target = join(folder, name)
  if (existsSync(target)) return target
  const draft = join(folder, `${name}.${process.pid}`)
  mkdirSync(draft, { recursive: true })
  try {
    const { archive, sum } = await fetchInto(draft)
    const seen = createHash('sha256').update(readFileSync(archive)).digest('hex')
    if (sum !== undefined && seen !== sum) throw new Error(`${name} is not what it was: its sum is ${seen}`)
    const inner = join(draft, 'unpacked')
    mkdirSync(inner)
    await run('tar', ['-xzf', archive, '-C', inner, '--strip-components', '1'])
    renameSync(inner, target)
    return target
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}
