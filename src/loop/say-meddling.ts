import type { Meddling } from './find-meddling.ts'

/** Why work is not committed that comes with changes of tasks; null where there are none. */
export function sayMeddling(meddling: readonly Meddling[]): string | null {
  if (meddling.length === 0) return null
  const isClosed = ({ fields }: Meddling) => fields.some(({ name, is }) => name === 'status' && is === 'done')
  const closed = meddling.filter(isClosed).map(({ id }) => id)
  return closed.length > 0
    ? `the agent called tasks done by itself, which keel alone does: ${closed.join(', ')}`
    : `the agent changed what decides over tasks, which is for people to say: ${meddling.map(nameFields).join(', ')}`
}

/** `c3 (check, depends_on)`. */
function nameFields({ id, fields }: Meddling): string {
  return `${id} (${fields.map(({ name }) => name).join(', ')})`
}
