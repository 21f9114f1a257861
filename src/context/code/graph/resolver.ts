import type { Import } from '../tags.ts'
import type { CodeFile } from './code-file.ts'

/** What a resolver may look at: what there is, and the text of manifests. */
export type Project = {
  /** Those of some grammars. */
  readonly filesOf: (grammars: readonly string[]) => readonly CodeFile[]
  readonly has: (path: string) => boolean
  /** Whether a file lies somewhere below this folder. */
  readonly hasFolder: (path: string) => boolean
  /** Paths of a folder's own files. */
  readonly filesIn: (folder: string) => readonly string[]
  /** Folders that have a file of this name in them, whatever comes after a dot, or a folder. */
  readonly foldersWith: (name: string) => ReadonlySet<string>
  /** All paths of files with this name, whatever comes after a dot. */
  readonly called: (name: string) => readonly string[]
  /** All paths that end in this name, for manifests: `tsconfig.json`, `go.mod`. */
  readonly named: (name: string) => readonly string[]
  /** Null for what is not there or cannot be read. */
  readonly read: (path: string) => string | null
}

export type Resolver = {
  /** The files of this repository that an import leads to, as the language would have it. None for what is outside. */
  readonly resolve: (from: string, imported: Import) => readonly string[]
  /** Files whose names can be used without an import, apart from the file itself. */
  readonly neighbours?: (file: CodeFile) => readonly string[]
  /**
   * What it knows from having looked at the whole tree. Where that is the same, an import leads where it led unless something
   * that was asked about it has come or gone. None where all that it looked at was asked for.
   */
  readonly ground?: string
}

/** Reads the manifests once, and then answers. `ground` is what it had before of a tree with the same paths, if it is known. */
export type MakeResolver = (project: Project, ground?: string) => Resolver
