/** keel's main job on a throwaway copy of this repository: set up, then say what each host will really load. */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')
execFileSync(process.execPath, [join(root, 'scripts/build.mjs'), '--no-types'], { stdio: 'inherit' })

const copy = mkdtempSync(join(tmpdir(), 'keel-start-'))
try {
  copyRepository()
  // This repository is set up already. The copy starts as any other would.
  keel(['uninstall'], 'ignore')
  for (const words of [['init', '--host', 'gemini-cli'], ['context']]) {
    console.log(`\n$ keel ${words.join(' ')}\n`)
    keel(words, 'inherit')
  }
  console.log(`That was a copy in ${copy}, which is now removed.`)
} finally {
  rmSync(copy, { recursive: true, force: true })
}

function copyRepository() {
  const listing = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  for (const path of listing.split('\0')) {
    if (path === '' || path.startsWith('test/') || !existsSync(join(root, path))) continue
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    cpSync(join(root, path), join(copy, path), { verbatimSymlinks: true })
  }
  execFileSync('git', ['init', '--quiet'], { cwd: copy })
}

function keel(words, output) {
  const { status } = spawnSync(process.execPath, [join(root, 'dist/bin.cjs'), ...words], {
    cwd: copy,
    stdio: ['ignore', output, 'inherit'],
  })
  if (status !== 0) process.exitCode = 1
}
