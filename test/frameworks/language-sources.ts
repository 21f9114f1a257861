import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Source } from './proof.ts'
import { pathWith, run } from './sources.ts'

/** Packages of PyPI in exact versions. The first is the framework itself. */
export function pythonPackages(packages: Readonly<Record<string, string>>): Source {
  return {
    version: Object.values(packages)[0] ?? '',
    install: (folder) => {
      const names = Object.entries(packages).map(([name, version]) => `${name}==${version}`)
      run({
        program: 'python3',
        words: ['-m', 'pip', 'install', '--quiet', '--target', folder, ...names],
        cwd: folder,
      })
    },
    environment: (folder) => ({ ...pythonPath(), PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' }),
  }
}

/** Python itself, whichever version of it the machine has. */
export function python(version: string): Source {
  return {
    version,
    install: () => run({ program: 'python3', words: ['--version'], cwd: '/' }),
    environment: () => ({ ...pythonPath(), PYTHONDONTWRITEBYTECODE: '1' }),
  }
}

/** Past those who choose among several, and look for their settings in a home that a run does not have. */
function pythonPath(): Readonly<Record<string, string>> {
  const words = ['-c', 'import sys; print(sys.executable)']
  const { stdout } = spawnSync('python3', words, { encoding: 'utf8' })
  return pathWith(dirname(stdout.trim()))
}

/** Rust, whichever version of it the machine has. */
export function rust(version: string): Source {
  return {
    version,
    install: () => run({ program: 'cargo', words: ['--version'], cwd: '/' }),
    environment: () => ({ ...pathWith(), ...rustHomes() }),
  }
}

/** A program of crates.io. It is built, which takes some minutes. */
export function crate({
  name,
  version,
  words,
}: {
  name: string
  version: string
  words: readonly string[]
}): Source {
  return {
    version,
    install: (folder) => {
      const all = ['install', name, '--version', version, '--locked', '--root', folder, ...words]
      const { status, stderr } = spawnSync('cargo', all, { encoding: 'utf8', timeout: 1_800_000 })
      if (status !== 0) throw new Error(`\`cargo install ${name}\` failed: ${stderr?.trim().slice(-500)}`)
    },
    environment: (folder) => ({ ...pathWith(join(folder, 'bin')), ...rustHomes() }),
  }
}

function rustHomes(): Readonly<Record<string, string>> {
  return {
    CARGO_HOME: process.env['CARGO_HOME'] || join(homedir(), '.cargo'),
    RUSTUP_HOME: process.env['RUSTUP_HOME'] || join(homedir(), '.rustup'),
  }
}

/** Go, whichever version of it the machine has. What it compiles is kept. */
export function go(version: string): Source {
  return {
    version,
    install: (folder) => {
      run({ program: 'go', words: ['version'], cwd: '/' })
      mkdirSync(join(folder, 'compiled'))
    },
    environment: (folder) => ({
      ...pathWith(),
      GOCACHE: join(folder, 'compiled'),
      GOTOOLCHAIN: 'local',
      GOPROXY: 'off',
    }),
  }
}
