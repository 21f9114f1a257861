import type { Meddling } from './find-meddling.ts'

/** Why work is not committed that comes with changes of tasks; null where there are none. */
export function sayMeddling(meddling: readonly Meddling[]): string | null {
  if (meddling.length === 0) return null
  const closed = meddling.filter(isClosed).map(({ id }) => id)
  const changed = meddling.filter((one) => !isClosed(one)).map(nameFields)
  const reasons = [
    ...(closed.length === 0
      ? []
      : [`called tasks done by itself, which keel alone does: ${closed.join(', ')}`]),
    ...(changed.length === 0
      ? []
      : [`changed what decides over tasks, which is for people to say: ${changed.join(', ')}`]),
  ]
  return `the agent ${reasons.join('; and it ')}`
}

function isClosed({ fields }: Meddling): boolean {
  return fields.some(({ name, is }) => name === 'status' && is === 'done')
}

/** `c3 (check, depends_on)`. */
function nameFields({ id, fields }: Meddling): string {
  return `${id} (${fields.map(({ name }) => name).join(', ')})`
}
