import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

const AIDER = '0.86.2'
const REPOMIX = '1.18.1'

/** Aider from PyPI, in an environment of its own. It needs a Python from 3.10 to 3.12, which `PYTHON` may name. */
export function installAider(scratch) {
  const folder = join(scratch, 'aider')
  const program = join(folder, 'bin/python')
  if (!existsSync(join(folder, 'bin/aider'))) {
    run(process.env['PYTHON'] ?? 'python3', '-m', 'venv', folder)
    run(program, '-m', 'pip', 'install', '--quiet', `aider-chat==${AIDER}`)
  }
  return { program, version: AIDER }
}

/** repomix from npm. */
export function installRepomix(scratch) {
  const folder = join(scratch, `repomix-${REPOMIX}`)
  const program = join(folder, 'node_modules/repomix/bin/repomix.cjs')
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true })
    run('npm', 'install', '--silent', '--no-save', '--prefix', folder, `repomix@${REPOMIX}`)
  }
  return { program, version: REPOMIX }
}

function run(program, ...words) {
  execFileSync(program, words, { stdio: ['ignore', 'ignore', 'inherit'] })
}
