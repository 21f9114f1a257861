/**
 * Why keel could not do what it was asked. `user`: the request cannot be met as typed. `config`: a file
 * that configures keel is wrong. `internal`: keel itself is broken.
 */
export type FaultKind = 'user' | 'config' | 'internal'

type FaultParts = { kind: FaultKind; code: string; message: string; hint?: string; cause?: unknown }

/** The only error keel throws on purpose. Each surface catches it once and shows the hint, which can be pasted. */
export class Fault extends Error {
  readonly kind: FaultKind
  readonly code: string
  readonly hint: string | null

  constructor({ kind, code, message, hint, cause }: FaultParts) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'Fault'
    this.kind = kind
    this.code = code
    this.hint = hint ?? null
  }
}
