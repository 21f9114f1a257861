import type { Action } from '#words/action.ts'
import type { Decision, Denial } from '#words/decision.ts'
import type { Sandbox } from './find-sandbox.ts'

/** What the tools of a role work with, and who stands between them and the world. */
export type Workbench = {
  readonly root: string
  readonly judge: (actions: readonly Action[]) => Decision
  readonly onDenied: (denial: Denial) => void
  readonly environment: Readonly<Record<string, string | undefined>>
  /** A folder outside the worktree that is removed after the work. */
  readonly scratch: string
  readonly signal: AbortSignal
  readonly sandbox: Sandbox
}
