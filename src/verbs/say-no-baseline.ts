import { git } from '#kit/git.ts'
import { shellWord } from '#kit/shell-word.ts'
import type { Start } from '#loop/tasks/find-start.ts'
import { detectTests } from '#loop/verify/detect-tests.ts'
import { validConfig } from './valid-config.ts'
import type { World } from './world.ts'

/** That nobody knows what failed before the work, and how to look after the fact: the same tests, on the commit that it began from. */
export async function sayNoBaseline(
  { commit }: Pick<Start, 'commit'>,
  { command, world }: { readonly command: string; readonly world: World },
): Promise<string> {
  const { root } = world.place
  const [head, status] = await Promise.all([
    git(root, ['rev-parse', 'HEAD']),
    git(root, ['--no-optional-locks', 'status', '--porcelain', '--untracked-files=normal']),
  ])
  const isElsewhere = head.kind === 'ok' && head.output !== commit
  const isDirty = status.kind === 'ok' && status.output !== ''
  const there = [
    ...(isDirty ? ['git stash -u'] : []),
    ...(isElsewhere ? [`git checkout -q ${commit.slice(0, 10)}`] : []),
  ]
  // Red tests end it with another exit code than 0, and the way back has to be gone all the same.
  const back = [...(isElsewhere ? ['git checkout -q -'] : []), ...(isDirty ? ['git stash pop'] : [])]
  const look = [verifyAs(command, world), ...back].join('; ')
  const line = there.length === 0 ? look : `${there.join(' && ')} && { ${look}; }`
  return `Nobody knows which tests failed before the work: keel has seen no whole run of them on ${commit.slice(0, 10)}. To look now: ${line}`
}

/** Without the task, whose file may not have been there yet. */
function verifyAs(command: string, world: World): string {
  const { root, cwd } = world.place
  const { test } = validConfig(world).loop
  const usual = test === '' ? detectTests({ root, from: cwd }) : test
  return usual === command ? 'keel verify' : `keel verify ${shellWord(command)}`
}
