import { readPackageFile } from '#kit/package-file.ts'
import type { ModelQuestion } from '#models/contract.ts'
import { editTool } from './tools/edit.ts'
import { forbid } from './tools/forbid.ts'
import { readTool } from './tools/read.ts'
import { runTool } from './tools/run.ts'
import { searchTool } from './tools/search.ts'
import type { Workbench } from './tools/workbench.ts'

export type Role = Pick<ModelQuestion, 'system' | 'tools' | 'onLastWords'>

/** The role that changes code. Whatever it does, a guard was asked before; and once more when it says it is done. */
export function artisan(bench: Workbench): Role {
  let sentBack = false
  return {
    system: readPackageFile('templates/roles/artisan.md'),
    tools: [searchTool(bench), readTool(bench), editTool(bench), runTool(bench)],
    onLastWords: (says) => {
      // Once: a guard that is never content would hold the model until its steps are used up.
      if (sentBack) return null
      const denial = forbid(bench, [{ kind: 'finish', says }])
      sentBack = denial !== null
      return denial === null ? null : `You are not done, says the guard \`${denial.guard}\`. ${denial.reason}`
    },
  }
}
