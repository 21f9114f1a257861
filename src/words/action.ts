/** What a host is about to do, in words that no host owns. Paths are absolute. */
export type Action =
  | { readonly kind: 'read'; readonly path: string }
  | {
      readonly kind: 'write'
      readonly path: string
      /** What the file would gain; null where the host does not say. */
      readonly text: string | null
      /** Where the text replaces pieces of the file; absent where it is the file, or lines of a patch. */
      readonly edits?: readonly TextEdit[]
    }
  | { readonly kind: 'remove'; readonly path: string }
  | { readonly kind: 'run'; readonly command: string; readonly cwd: string }
  /** A tool of which keel knows no more than its name, such as one of an MCP server. */
  | { readonly kind: 'call'; readonly tool: string; readonly input: unknown; readonly cwd: string }
  /** The agent is done, as it says in its last words. */
  | { readonly kind: 'finish'; readonly says: string }

export type TextEdit = { readonly from: string; readonly to: string; readonly isEverywhere: boolean }

/** Who acts. `unknown` where the host does not tell its agents apart. */
export type Caller =
  | { readonly kind: 'main' }
  | { readonly kind: 'agent'; readonly id: string; readonly type: string | null }
  | { readonly kind: 'unknown' }
