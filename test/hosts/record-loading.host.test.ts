/** A few recordings of each host, made again by the programs themselves. All of them take half an hour. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { catalogue, programNames } from './program-cache.mjs'
import { findProgram, type ProgramName } from './programs.ts'

const samples: Readonly<Record<ProgramName, readonly string[]>> = {
  'claude-code': ['comments', 'cwd-subfolder', 'import-ignored-file', 'rules-paths-on-read'],
  codex: ['chain', 'fallback', 'limit-later-files', 'symlink-twice'],
  'gemini-cli': ['flat-on-read', 'import-diamond'],
  opencode: ['precedence-across-levels'],
  copilot: ['deepimport', 'between-on-read'],
}

describe.each(programNames)('%s still loads what was recorded', (name) => {
  const found = findProgram(name)
  const chosen = samples[name]
  if (found.kind === 'absent') it.skip(`${chosen.join(', ')}: ${found.reason}`, () => {})
  else {
    it(chosen.join(', '), { timeout: 300_000 }, () => {
      const words = ['--check', '--only', `^(${chosen.join('|')})@`, name]
      const { stdout, stderr } = spawnSync(
        process.execPath,
        [join(import.meta.dirname, 'record-loading.mjs'), ...words],
        { encoding: 'utf8' },
      )
      const { version } = catalogue[name]
      expect(stdout + stderr).toBe(
        `${name} ${version}: ${chosen.length} as recorded, 0 different, 0 skipped, 0 failed\n`,
      )
    })
  }
})
