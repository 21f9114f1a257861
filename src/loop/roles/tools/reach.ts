import { realpathSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { confine } from '#kit/confine.ts'
import type { ToolResult } from '#models/contract.ts'
import type { Action } from '#words/action.ts'
import { deniedResult, forbid } from './forbid.ts'
import type { Workbench } from './workbench.ts'

export type Reached =
  | {
      readonly kind: 'here'
      /** Where the bytes are. */
      readonly path: string
      /** The same relative to the root, with every link followed. */
      readonly name: string
    }
  | { readonly kind: 'refused'; readonly result: ToolResult }

/** Finds a path of the model's inside the worktree, refuses every other, and asks the guards about what is found. */
export function reach(
  bench: Workbench,
  { asked, action }: { asked: string; action: (path: string) => Action },
): Reached {
  const root = resolve(bench.root)
  const confined = confine(root, asked)
  if (confined.kind === 'loop') return refuse(`${asked} is a link that leads in circles.`)
  if (confined.kind === 'outside')
    return refuse(`${asked} lies outside the worktree. Name paths relative to its root.`)
  const name = relative(realpathSync(root), confined.path)
  // A guard may know the place as it was named, or where its links lead.
  const paths = [...new Set([resolve(root, asked), join(root, name)])]
  if (paths.some((path) => relative(root, path).split(sep).includes('.git')))
    return refuse(`${asked} belongs to git. Work on it with git commands.`)
  const denial = forbid(bench, paths.map(action))
  if (denial !== null) return { kind: 'refused', result: deniedResult(denial) }
  return { kind: 'here', path: confined.path, name: name === '' ? '.' : name }
}

function refuse(text: string): Reached {
  return { kind: 'refused', result: { kind: 'failed', text } }
}
