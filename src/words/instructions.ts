/** What a host does with the instruction files it finds: the words of `keel context`. */

/** How a file came to be loaded. */
export type LoadedVia =
  | { readonly kind: 'user' }
  | { readonly kind: 'project' }
  | { readonly kind: 'above' }
  | { readonly kind: 'import'; readonly from: string; readonly line: number }
  | { readonly kind: 'setting'; readonly setting: string }

/** When the host puts the text before the model. */
export type LoadedWhen =
  | { readonly kind: 'start' }
  /** When the agent first touches a file in that directory. */
  | { readonly kind: 'directory'; readonly directory: string }
  /** When the agent lists that directory or writes to it. Files there are refused to it, so that reading does nothing. */
  | { readonly kind: 'listing'; readonly directory: string }
  /** When the agent touches a file that matches. */
  | { readonly kind: 'match'; readonly globs: readonly string[]; readonly matches: (path: string) => boolean }
  /** When the model decides to read it, from its description. */
  | { readonly kind: 'asked' }

/** A part of a file that the host drops. */
export type Cut = { readonly bytes: number; readonly because: string }

export type LoadedFile = {
  /** Absolute. */
  readonly path: string
  readonly via: LoadedVia
  readonly when: LoadedWhen
  /** Size on disk. */
  readonly bytes: number
  /** What the model is shown: after cuts, and after whatever the host strips. */
  readonly text: string
  readonly cut: Cut | null
}

/** An instruction file that is there, or is asked for, and that this host will not load from here. */
export type UnloadedFile = {
  readonly path: string
  readonly because: string
  /** `cut` when a limit of the host dropped it, `missing` when an import names a file that is not there. */
  readonly kind: 'ignored' | 'cut' | 'missing'
}

export type InstructionLoad = {
  /** In the order the model sees them. */
  readonly loaded: readonly LoadedFile[]
  readonly unloaded: readonly UnloadedFile[]
  /**
   * Folders and settings of which several files are loaded in the order in which the file system lists them. No two
   * machines share it, so that among these the order of `loaded` says nothing.
   */
  readonly unordered?: readonly string[]
}
