import type { Remark } from '#words/entry.ts'
import type { Evidence } from '#words/evidence.ts'
import type { Desk } from '../desk.ts'
import { type Cure, type History, onHistory } from './on-history.ts'
import { onTests } from './on-tests.ts'
import { onWhatIsMissing } from './on-what-is-missing.ts'

export type Conclusion = {
  /** As it was before anything was committed. */
  readonly history: History
  /** What proves the work; null where nothing does. */
  readonly proof: Evidence | null
  /** What was done about the work. */
  readonly cure: Cure
}

/** What a person should know about a run beside its outcome. */
export async function remarksOn(desk: Desk, { history, proof, cure }: Conclusion): Promise<Remark[]> {
  const { order, parts } = desk
  const isRecorded = parts.entries().some((entry) => entry.kind === 'run-started' && entry.run === order.run)
  return [
    ...onHistory(order, { history, cure }),
    ...(proof === null ? [] : await onTests(desk, proof)),
    ...(proof === null ? [] : await onWhatIsMissing(desk, proof)),
    ...(isRecorded ? [] : [RECORDS_LOST]),
  ]
}

const RECORDS_LOST: Remark = {
  kind: 'records-lost',
  text: 'keel’s records in `.keel` were removed while the agent was at work: what it did before that is not in the journal.',
}
