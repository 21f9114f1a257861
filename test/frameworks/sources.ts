import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Source } from './proof.ts'

/** Packages of npm in exact versions. The first is the framework itself. */
export function npmPackages(packages: Readonly<Record<string, string>>): Source {
  return {
    version: Object.values(packages)[0] ?? '',
    install: (folder) => {
      writeFileSync(join(folder, 'package.json'), '{"private":true}\n')
      const flags = ['--no-audit', '--no-fund', '--save-exact', '--loglevel=error']
      const names = Object.entries(packages).map(([name, version]) => `${name}@${version}`)
      run({ program: 'npm', words: ['install', ...names, ...flags], cwd: folder })
    },
    environment: (folder) => pathWith(join(folder, 'node_modules', '.bin')),
    links: ['node_modules'],
  }
}

type OnPath = {
  readonly program: string
  readonly version: string
  /** Those of Debian that bring it. */
  readonly packages: readonly string[]
}

/**
 * A program that has to be on the machine, in whatever version. What is recorded is of one version only. Where it is not there and
 * whoever runs the tests allowed it, it is installed as the machine installs programs.
 */
export function programOnPath({ program, version, packages }: OnPath): Source {
  const start = () => run({ program, words: ['--version'], cwd: '/' })
  return {
    version,
    install: () => {
      try {
        start()
      } catch (error) {
        if (packages.length === 0 || process.env['KEEL_INSTALL_PACKAGES'] === undefined) throw error
        installPackages(packages)
        start()
      }
    },
    environment: () => pathWith(),
  }
}

function installPackages(packages: readonly string[]): void {
  run({ program: 'apt-get', words: ['update', '-qq'], cwd: '/' })
  const words = ['install', '-y', '-qq', '--no-install-recommends', ...packages]
  run({ program: 'apt-get', words, cwd: '/' })
}

/** The way to programs: these folders, and then what the machine has. */
export function pathWith(...folders: readonly string[]): Readonly<Record<string, string>> {
  return { PATH: [...folders, process.env['PATH'] ?? ''].join(':') }
}

/** Runs a program of an installation; throws with its last words where it fails. */
export function run({
  program,
  words,
  cwd,
}: {
  program: string
  words: readonly string[]
  cwd: string
}): void {
  const { status, error, stdout, stderr } = spawnSync(program, words, {
    cwd,
    encoding: 'utf8',
    timeout: 600_000,
  })
  if (error !== undefined) throw new Error(`\`${program}\` cannot be started (${error.message})`)
  if (status !== 0)
    throw new Error(`\`${program} ${words.join(' ')}\` failed: ${`${stdout}${stderr}`.trim().slice(-500)}`)
}
