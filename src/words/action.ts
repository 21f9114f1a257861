/** What a host is about to do, in words that no host owns. Paths are absolute. */
export type Action =
  | { readonly kind: 'read'; readonly path: string }
  /** `text` is what the file would gain; null where the host does not say. */
  | { readonly kind: 'write'; readonly path: string; readonly text: string | null }
  | { readonly kind: 'remove'; readonly path: string }
  | { readonly kind: 'run'; readonly command: string }
  /** A tool of which keel knows no more than its name, such as one of an MCP server. */
  | { readonly kind: 'call'; readonly tool: string; readonly input: unknown }
  /** The agent is done, as it says in its last words. */
  | { readonly kind: 'finish'; readonly says: string }

/** Who acts. `unknown` where the host does not tell its agents apart. */
export type Caller =
  | { readonly kind: 'main' }
  | { readonly kind: 'agent'; readonly id: string; readonly type: string | null }
  | { readonly kind: 'unknown' }
