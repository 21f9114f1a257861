import { chmodSync, existsSync, mkdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scratch } from '../../../../test/contracts/program.ts'
import { readTasks } from '../read-tasks.ts'
import { statusAt } from '../task-table.ts'
import { MARK_LENGTH, markFiles, nativeMarks } from './mark-files.ts'

const program = nativeMarks()
const COUNT = 3500

function filled() {
  const { project } = scratch()
  const folder = join(project, '.keel/tasks')
  mkdirSync(folder, { recursive: true })
  const names = Array.from({ length: COUNT }, (_, number) => `t${number}.md`)
  for (const [number, name] of names.entries()) {
    if (number % 500 === 499) continue
    writeFileSync(join(folder, name), '-'.repeat(number % 97))
    // To the millionth of a second, before 1970 and long after, so that the last digit counts.
    utimesSync(join(folder, name), 0, (number - 20) * 987_654.321_987)
  }
  return { project, folder, names }
}

/** Answers what it was told to, whatever it is asked. */
function falseProgram(project: string, text: string): string {
  const path = join(project, 'false-marks')
  writeFileSync(path, `#!/bin/sh\ncat > /dev/null\n${text}\n`)
  chmodSync(path, 0o755)
  return path
}

describe('the marks of files', () => {
  const promise = 'are the same to the last bit, whoever asks the system'
  if (!existsSync(program))
    it.skip(`${promise}: no native program was built, for want of a C compiler`, () => {})
  it.runIf(existsSync(program))(promise, () => {
    const { folder, names } = filled()
    symlinkSync('circle.md', join(folder, 'circle.md'))
    symlinkSync('t1.md', join(folder, 'link.md'))
    mkdirSync(join(folder, 'folder.md'))
    const all = [...names, 'circle.md', 'link.md', 'folder.md', 'größe ☃.md']
    writeFileSync(join(folder, 'größe ☃.md'), 'x')
    const [asked, own] = [program, null].map((one) => markFiles({ folder, names: all, native: one }))
    expect(asked).toEqual(own)
    expect(asked).toHaveLength(all.length * MARK_LENGTH)
    const { size, mtimeMs, ctimeMs, ino } = statSync(join(folder, 't7.md'))
    expect(Array.from(asked?.subarray(7 * MARK_LENGTH, 8 * MARK_LENGTH) ?? [])).toEqual([
      size,
      mtimeMs,
      ctimeMs,
      ino,
    ])
    const missing = Array.from(asked?.subarray(499 * MARK_LENGTH, 500 * MARK_LENGTH) ?? [])
    expect(missing).toEqual(Array(MARK_LENGTH).fill(Number.NaN))
  })

  it('are asked of the program where there is one, and of Node where it says something else than marks', () => {
    const { project, folder, names } = filled()
    const own = markFiles({ folder, names, native: null })
    const marks = (text: string) => markFiles({ folder, names, native: falseProgram(project, text) })
    const bytes = COUNT * MARK_LENGTH * Float64Array.BYTES_PER_ELEMENT
    expect(marks(`head -c ${bytes} /dev/zero`)).toEqual(new Float64Array(COUNT * MARK_LENGTH))
    for (const said of [
      `head -c ${bytes - 8} /dev/zero`,
      `head -c ${bytes + 8} /dev/zero`,
      `head -c ${bytes} /dev/zero; exit 3`,
      'kill -9 $$',
    ])
      expect(marks(said)).toEqual(own)
    expect(markFiles({ folder, names, native: join(project, 'nowhere') })).toEqual(own)
  })

  it('tell of thousands of tasks which one was edited in place, with its size and its time of change as they were', async () => {
    const { project, folder, names } = filled()
    const at = new Date('2026-01-01T00:00:00Z')
    for (const name of names) {
      writeFileSync(join(folder, name), `---\ntitle: ${name}\nstatus: open\n---\n`)
      utimesSync(join(folder, name), at, at)
    }
    readTasks(project)
    await new Promise((resolve) => setTimeout(resolve, 2200))
    readTasks(project)
    writeFileSync(join(folder, 't2345.md'), '---\ntitle: t2345.md\nstatus: done\n---\n')
    utimesSync(join(folder, 't2345.md'), at, at)
    const table = readTasks(project)
    const done = table.ids.filter((_, place) => statusAt(table, place) === 'done')
    expect(done).toEqual(['t2345'])
  })
})
