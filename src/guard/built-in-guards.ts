import type { Guard } from '#words/guard.ts'
import evidenceBeforeDone from './guards/evidence-before-done.yaml'
import protectedFiles from './guards/protected-files.yaml'

/** The guards that hold in every project, set up or not. */
export const builtInGuards: readonly Guard[] = [protectedFiles, evidenceBeforeDone]
