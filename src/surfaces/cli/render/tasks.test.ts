import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { keel, scratch } from '../../../../test/contracts/program.ts'

it('a title that is longer than a line ends in an ellipsis in lists, and is whole where the task is shown', () => {
  const { home, project } = scratch()
  const title = 'word '.repeat(1000).trim()
  mkdirSync(join(project, '.keel/tasks'), { recursive: true })
  writeFileSync(join(project, '.keel/tasks/a.md'), `---\ntitle: ${title}\n---\n`)
  writeFileSync(join(project, '.keel/tasks/b.md'), '---\ntitle: short\ndepends_on: [a]\n---\n')
  const ask = (...words: string[]) => keel(['task', ...words], { cwd: project, home }).stdout
  for (const verb of ['list', 'ready', 'waves', 'graph']) {
    expect(ask(verb), verb).toContain('word word…')
    for (const line of ask(verb).split('\n')) expect(line.length, verb).toBeLessThan(300)
  }
  expect(ask('show', 'a')).toContain(title)
  expect(JSON.parse(ask('list', '--json')).tasks[0].title).toBe(title)
})

it('a folder among the tasks is named, with what brings its tasks to the others', () => {
  const { home, project } = scratch()
  mkdirSync(join(project, '.keel/tasks/old shop'), { recursive: true })
  writeFileSync(join(project, '.keel/tasks/old shop/a.md'), '---\ntitle: A till\n---\n')
  const ask = (...words: string[]) => keel(words, { cwd: project, home }).stdout
  expect(ask('task', 'list')).toContain('.keel/tasks/old shop/ is a folder')
  const [, remedy = ''] = /^ *(mv .*)$/m.exec(ask('doctor')) ?? []
  execFileSync('sh', ['-c', remedy], { cwd: project })
  expect(ask('task', 'list')).toMatch(/^a {2}.*A till/)
  expect(ask('doctor')).not.toContain('is a folder')
})
