import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { keel } from '../contracts/program.ts'
import { DONE, edit, openShop, playModel, runsIn, type Steps } from './shop.ts'

export const MEND = [
  edit('basket.js', { old: 'sum += item.price', fresh: 'sum += item.price * item.quantity' }),
  edit('basket.js', { old: 'sum > 10000', fresh: 'sum >= 10000' }),
]

export const task = (title: string, head = '') => `---\ntitle: ${title}\n${head}---\nText.\n`
/** What fails twice: the tests stay red. */
export const twice = (steps: Steps): Steps => [...steps, DONE, ...steps, DONE]

/** A repository with a bug, these tasks, and a model that says these things. */
export async function taskShop(tasks: Record<string, string>, steps: Steps) {
  const { home, project, git, entries } = openShop()
  mkdirSync(join(project, '.keel/tasks'), { recursive: true })
  // What `npm test` would start, without the time that npm takes: these walks test often.
  writeFileSync(join(project, '.keel/config.yaml'), 'loop:\n  test: node --test\n')
  writeFileSync(join(project, '.gitignore'), 'kept/\n')
  for (const [id, text] of Object.entries(tasks)) writeFileSync(join(project, `.keel/tasks/${id}.md`), text)
  git('rm', '-q', '-r', '--cached', '--ignore-unmatch', '.keel/tasks/k-7f3a.md')
  execFileSync('rm', ['-f', '.keel/tasks/k-7f3a.md'], { cwd: project })
  git('add', '-A')
  git('-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '-qm', 'tasks')
  const { model, environment } = await playModel(home, { steps })
  const ask = (...words: string[]) => keel(words, { cwd: project, home })
  const status = (id: string) =>
    /^status: (\w+)/m.exec(readFileSync(join(project, `.keel/tasks/${id}.md`), 'utf8'))?.[1] ?? 'open'
  /** Without what is said of tasks. */
  const unclean = () =>
    git('status', '--porcelain')
      .split('\n')
      .filter((line) => line !== '' && !line.includes('.keel/tasks/'))
  return {
    project,
    home,
    git,
    entries,
    ask,
    status,
    unclean,
    model,
    environment,
    ...runsIn(project, environment),
  }
}
