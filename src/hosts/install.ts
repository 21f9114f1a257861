/**
 * How keel's hook gets into a host's settings and out of them again. Text in, text out: what is somebody else's in the file
 * stays to the byte, and after a removal all of it is as it was before the installation.
 */
export type HookInstall = {
  /** The file, relative to the project. */
  readonly path: string
  /** `before` is null where there is no file yet. `command` is what the host shall run. */
  readonly install: (before: string | null, command: readonly string[]) => InstallOutcome
  readonly remove: (before: string, command: readonly string[]) => RemovalOutcome
}

export type InstallOutcome =
  | { readonly kind: 'write'; readonly after: string }
  | { readonly kind: 'unchanged' }
  /** The file stays as it is. */
  | { readonly kind: 'conflict'; readonly because: string }

export type RemovalOutcome =
  /** `after` is null where the file was keel's alone and goes with it. */
  | { readonly kind: 'write'; readonly after: string | null }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'conflict'; readonly because: string }
