import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { BIN, scratch } from '../contracts/program.ts'

describe('the program, compiled once', () => {
  it('is kept by a run that draws a map, once more by the first that draws one of a changed file, and of use to the next', () => {
    const { base, project, home } = scratch()
    // A keel of its own, whose folder nobody else writes to.
    const dist = join(base, 'dist')
    mkdirSync(dist)
    for (const name of readdirSync(dirname(BIN)).filter((file) => !file.endsWith('.compiled')))
      (name.endsWith('.cjs') ? cpSync : symlinkSync)(join(dirname(BIN), name), join(dist, name))
    cpSync(join(dirname(BIN), '../package.json'), join(base, 'package.json'))
    const env = { PATH: process.env['PATH'], HOME: home }
    spawnSync('git', ['init', '--quiet'], { cwd: project, env })
    const kept = [1, 2, 3].map((round) => {
      writeFileSync(join(project, 'basket.py'), `def total_${round}():\n    return ${round}\n`)
      const words = [join(dist, 'bin.cjs'), 'map']
      expect(spawnSync(process.execPath, words, { cwd: project, env }).status).toBe(0)
      const [file = ''] = readdirSync(dist).filter((name) => name.endsWith('.compiled'))
      const { ino, mtimeMs } = statSync(join(dist, file))
      return { file, ino, mtimeMs }
    })
    expect(kept[1]).not.toEqual(kept[0])
    expect(kept[2]).toEqual(kept[1])
  })
})
