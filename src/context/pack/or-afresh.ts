import { join } from 'node:path'
import { removeIfPossible } from '#kit/remove-if-possible.ts'
import { Fault } from '#words/fault.ts'
import type { PackQuestion } from './pack-question.ts'

/** Whatever is wrong with what is remembered, it is only remembered to be quick: it is forgotten, and all is read anew. */
export async function orAfresh<Answer>(
  question: PackQuestion,
  answer: (question: PackQuestion) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await answer(question)
  } catch (error) {
    if (question.cache === null || error instanceof Fault || question.signal?.aborted === true) throw error
    for (const part of REMEMBERED) removeIfPossible(join(question.cache, part))
    return await answer(question)
  }
}

const REMEMBERED = ['code.db', 'graphs', 'words', 'pasts']
