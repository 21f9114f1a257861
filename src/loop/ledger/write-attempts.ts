import * as z from 'zod'
import { redactRecord } from '#kit/redact.ts'
import type { LedgerAttempt } from './fold-attempts.ts'
import type { Ledger } from './open-ledger.ts'

/**
 * Completes the paper of each attempt with what came of it, which nobody knew when the agent was done. What is there already, and
 * the journal does not have (the session, the last words), stays.
 */
export function writeAttempts(ledger: Ledger, attempts: readonly LedgerAttempt[]): void {
  for (const { number, evidence: _own, ...attempt } of attempts) {
    const known = readPaper(ledger.read(number, 'attempt.json'), attempt.run)
    const paper = redactRecord({ ...known, ...attempt, attempt: number })
    ledger.write({ attempt: number, name: 'attempt.json', text: `${JSON.stringify(paper, null, 2)}\n` })
  }
}

const paperSchema = z.looseObject({ run: z.string() })

/** Empty where there is none, or none of this run. */
function readPaper(text: string | null, run: string): object {
  if (text === null) return {}
  try {
    const paper = paperSchema.parse(JSON.parse(text))
    return paper.run === run ? paper : {}
  } catch {
    return {}
  }
}
