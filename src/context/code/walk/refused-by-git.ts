import { shellWord } from '#kit/shell-word.ts'
import { Fault } from '#words/fault.ts'

/** Git knows best what helps against a repository that is somebody else's. Of anything else it tells more where it is asked. */
export function refusedByGit(root: string, said: string): Fault {
  const [why = ''] = said.split('\n')
  const [, advice] = /^\s*(git config --global --add safe\.directory .+)$/m.exec(said) ?? []
  return new Fault({
    kind: 'user',
    code: 'git-refuses',
    message: `Git does not say which files are in ${root} (${why.replace(/^fatal: /, '')}).`,
    hint: advice ?? `git -C ${shellWord(root)} status`,
  })
}
