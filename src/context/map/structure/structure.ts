/** What lies in a repository, as plain data. Every list has an order that depends on nothing but the files. */
export type Structure = {
  readonly stack: Stack
  readonly commands: readonly Command[]
  readonly entryPoints: readonly EntryPoint[]
  readonly keyFiles: readonly KeyFile[]
  readonly modules: readonly Module[]
  readonly tree: Folder
  readonly conventions: Conventions
  /** What could not be read, and why. */
  readonly problems: readonly Problem[]
}

export type Stack = {
  readonly languages: readonly LanguageShare[]
  readonly frameworks: readonly Notable[]
  readonly libraries: readonly Notable[]
  readonly runtimes: readonly Runtime[]
  readonly packageManagers: readonly PackageManager[]
  /** Programs that the whole is built with and that fetch no packages, such as CMake. */
  readonly builders: readonly Tool[]
  readonly workspaces: readonly Workspace[]
}

export type LanguageShare = {
  readonly name: string
  readonly files: number
  /** Of all source, between 0 and 1, by bytes where sizes are known and by files where they are not. */
  readonly share: number
}

export type Notable = { readonly name: string; readonly from: string }
export type Runtime = { readonly name: string; readonly version: string; readonly from: string }
export type PackageManager = { readonly name: string; readonly from: string }

/** Packages that are kept together. */
export type Workspace = {
  readonly name: string
  readonly from: string
  readonly members: number
}

export const PURPOSES = ['install', 'build', 'test', 'lint', 'typecheck', 'format', 'run'] as const
export type Purpose = (typeof PURPOSES)[number]

export type Command = {
  readonly purpose: Purpose
  /** As it would be typed. */
  readonly line: string
  /** Where it is typed: from the root, empty for the root itself. */
  readonly folder: string
  readonly from: string
  /** Whether the continuous integration of the project runs it. */
  readonly inCi: boolean
}

export type EntryPoint = {
  readonly kind: 'program' | 'library' | 'server' | 'routes' | 'container'
  /** What it is called by those who start it, where it has a name. */
  readonly name: string | null
  /** A file, or the command that starts it. */
  readonly target: string
  readonly from: string
}

export type KeyFileKind =
  | 'overview'
  | 'instructions'
  | 'guide'
  | 'architecture'
  | 'manifest'
  | 'automation'
  | 'ci'
  | 'schema'
  | 'migrations'
  | 'container'
  | 'settings'
  | 'owners'
  | 'licence'

export type KeyFile = {
  /** A folder ends in a slash. */
  readonly path: string
  readonly kind: KeyFileKind
}

export type ModuleKind = 'package' | 'crate' | 'go module' | 'project' | 'folder'

export type Module = {
  readonly path: string
  readonly name: string
  readonly kind: ModuleKind
  readonly description: string | null
  /** How many files of code are in it that are no tests. */
  readonly files: number
}

export type FolderRole =
  | 'source'
  | 'tests'
  | 'benchmarks'
  | 'documentation'
  | 'examples'
  | 'generated'
  | 'vendored'
  | 'ci'
  | 'migrations'
  | 'scripts'
  | 'settings'
  | 'assets'
  | 'data'

export type Folder = {
  /** From the folder above it; several parts where each holds nothing but the next. */
  readonly name: string
  readonly path: string
  readonly role: FolderRole
  /** All files below it. */
  readonly files: number
  /** The kind of file that most of them are, such as `.py`; null where none is. */
  readonly mostly: string | null
  readonly folders: readonly Folder[]
  /** Folders in it that are not listed, and the files in those. */
  readonly more: { readonly folders: number; readonly files: number } | null
}

export type Tool = { readonly name: string; readonly from: string }

export type Conventions = {
  readonly tests: TestLayout
  readonly modules: readonly ModuleSystem[]
  readonly formatters: readonly Tool[]
  readonly linters: readonly Tool[]
  readonly typecheckers: readonly Tool[]
  readonly indentation: readonly Indentation[]
  readonly commits: CommitStyle | null
}

export type TestLayout = {
  readonly layout:
    | 'beside the code'
    | 'apart from the code'
    | 'beside the code and apart from it'
    | 'within the code'
    | 'within the code and apart from it'
    | null
  /** Where tests lie when they lie apart, the fullest first; a pattern before them where they lie in many that are called the same. */
  readonly folders: readonly string[]
  /** How they are named, the most used first. */
  readonly names: readonly string[]
  readonly frameworks: readonly Tool[]
}

export type ModuleSystem = { readonly system: 'ESM' | 'CommonJS'; readonly from: string }

export type Indentation = {
  /** The files it is said of; `*` for all. */
  readonly files: string
  readonly style: 'space' | 'tab'
  readonly width: number | null
  readonly from: string
}

export type CommitStyle = {
  readonly style: 'conventional' | 'scope and sentence' | 'issue first' | 'free'
  /** Of the subjects that were looked at, between 0 and 1. */
  readonly share: number
  /** Types or scopes, the most used first. */
  readonly words: readonly string[]
}

export type Problem = { readonly path: string; readonly message: string }
