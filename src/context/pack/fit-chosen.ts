import type { Assembled } from './assemble.ts'
import { findGaps } from './find-gaps.ts'
import { fitFiles } from './fit/fit-files.ts'
import { prospectsOf } from './fit/prospects-of.ts'
import { type Said, sayGaps } from './fit/say-gaps.ts'
import type { PackQuestion } from './pack-question.ts'
import type { Task } from './task/read-task.ts'

/** What is not worth a look is not looked at, unless it is named. */
export function fitChosen(
  assembled: Assembled,
  { task, question }: { task: Task; question: PackQuestion },
): Said {
  const { view, files, definitions, tell } = assembled
  const { root, minRelevance, budget, strategy, countTokens } = question
  const chosen = files
    .filter(({ part, isNamed }, place) => isNamed || (part >= minRelevance && place < CHOSEN_MAX))
    .map((one) => ({
      file: one.file,
      path: one.path,
      score: one.part,
      reasons: tell(one.file),
      isNamed: one.isNamed,
    }))
  const prospects = prospectsOf(chosen, { root, task, definitions, graph: view.graph })
  return sayGaps({
    budget,
    countTokens,
    fitInto: (room) => fitFiles({ prospects, budget: room, strategy, countTokens }),
    gapsOf: (fitted) => findGaps({ assembled, fitted, question }),
  })
}

const CHOSEN_MAX = 300
