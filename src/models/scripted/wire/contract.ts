import type { NeutralRequest } from '../neutral-request.ts'
import type { Answer, WireName } from '../scenario.ts'

/** One way of talking to a model over HTTP. The server asks these and never which wire it is speaking. */
export type Wire = {
  readonly name: WireName
  /** Whether this is where the wire's conversations are held. What stands before the path does not matter. */
  readonly match: (method: string, path: string) => boolean
  readonly parse: (asked: Asked) => Parsed
  readonly render: (said: Said) => Rendered
  /** The body of an error as this API would send it. */
  readonly renderError: (error: { readonly status: number; readonly message: string }) => unknown
}

export type Asked = { readonly path: string; readonly query: URLSearchParams; readonly body: unknown }

export type Parsed =
  | { readonly kind: 'request'; readonly request: NeutralRequest }
  | { readonly kind: 'problem'; readonly message: string }

export type Said = {
  readonly answer: Answer
  readonly request: NeutralRequest
  readonly query: URLSearchParams
  /** Distinguishes this answer from every other, of other servers too: hosts take equal ids for one and the same. */
  readonly id: string
  readonly time: Date
}

export type Rendered =
  /** What goes out, in the order and the pieces in which it goes. */
  | { readonly kind: 'answer'; readonly contentType: string; readonly chunks: readonly string[] }
  /** The wire has no words for what the scenario wants to say. */
  | { readonly kind: 'impossible'; readonly message: string }
