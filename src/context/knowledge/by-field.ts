import type { TermField } from './knowledge-store.ts'

/** Something of each field that terms are in. */
export function byField<Value>(of: (field: TermField) => Value): Record<TermField, Value> {
  return {
    path: of('path'),
    symbols: of('symbols'),
    signatures: of('signatures'),
    documentation: of('documentation'),
    body: of('body'),
  }
}
