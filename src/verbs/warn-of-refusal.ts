import type { OnRefusal } from '#context/code/walk/ask-status.ts'
import { shellWord } from '#kit/shell-word.ts'
import { Fault } from '#words/fault.ts'
import type { World } from './world.ts'

/** For who can do with less: what lies in the folder is taken, and that is said. */
export function warnOfRefusal(root: string, world: Pick<World, 'warn'>): OnRefusal {
  return (said) => {
    const { message, hint } = refusedByGit(root, said)
    world.warn(`keel: ${message} What lies in the folder is taken instead. Try: ${hint}`)
  }
}

/** For who would say something wrong without git. */
export function failOnRefusal(root: string): OnRefusal {
  return (said) => {
    throw refusedByGit(root, said)
  }
}

/** Git knows best what helps against a repository that is somebody else's. Of anything else it tells more where it is asked. */
function refusedByGit(root: string, said: string): Fault {
  const [why = ''] = said.split('\n')
  const [, advice] = /^\s*(git config --global --add safe\.directory .+)$/m.exec(said) ?? []
  return new Fault({
    kind: 'user',
    code: 'git-refuses',
    message: `Git does not say which files are in ${root} (${why.replace(/^fatal: /, '')}).`,
    hint: advice ?? `git -C ${shellWord(root)} status`,
  })
}
