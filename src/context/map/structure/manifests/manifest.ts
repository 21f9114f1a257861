import type { Indentation, ModuleKind, ModuleSystem, Purpose } from '../structure.ts'

/** A kind of file that says something about the project around it. */
export type ManifestKind = {
  /** Which files are of this kind, by their path from the root. */
  readonly path: RegExp
  readonly read: ReadManifest
}

/** Takes any text whatsoever: what is broken becomes a problem in the facts. */
export type ReadManifest = (path: string, text: string) => ManifestFacts

export type ManifestFacts = {
  readonly ecosystem?: Ecosystem
  /** What lies in the folder of the manifest. */
  readonly module?: {
    readonly kind: ModuleKind
    readonly name: string
    readonly description: string | null
  }
  /** By the names that the ecosystem's registry has for them. */
  readonly dependencies?: readonly string[]
  /** Those of them that only who works on it needs: to test it, or to write about it. */
  readonly development?: readonly string[]
  readonly runtimes?: readonly { readonly name: string; readonly version: string }[]
  readonly packageManager?: string
  readonly offers?: readonly Offer[]
  /** What continuous integration runs. */
  readonly ci?: readonly CiLine[]
  /** What is made where nothing is named. */
  readonly goal?: string
  readonly entryPoints?: readonly Entrance[]
  /** Folders of the packages that are kept together, as patterns from the folder of the manifest. */
  readonly workspace?: {
    readonly name: string
    readonly members: readonly string[]
    /** How many there are, where each is listed by itself. */
    readonly count?: number
  }
  readonly tools?: readonly { readonly name: string; readonly use: ToolUse }[]
  readonly moduleSystem?: ModuleSystem['system']
  readonly indentation?: readonly Omit<Indentation, 'from'>[]
  readonly problems?: readonly string[]
}

/** Where dependencies are named in the same way, and commands are typed in the same way. */
export type Ecosystem =
  | 'javascript'
  | 'python'
  | 'rust'
  | 'go'
  | 'jvm'
  | 'dotnet'
  | 'ruby'
  | 'php'
  | 'elixir'
  | 'image'

export type ToolUse = 'test' | 'lint' | 'format' | 'typecheck' | 'build'

/** A command that a manifest makes possible. */
export type Offer = {
  readonly purpose: Purpose
  /** To be typed as it stands, unless `via` says through what. */
  readonly line: string
  readonly via?: Via
  /** The smaller, the plainer it is that this is for that. */
  readonly rank: number
  /** For what nobody wrote down, but the ecosystem has by custom. */
  readonly isCustom?: true
  /** For what is typed at the root, wherever the manifest lies. */
  readonly isAtRoot?: true
}

/** Programs that depend on what else lies in the repository: which package manager is used, whether there is a wrapper. */
export type Via = 'script' | 'node' | 'python' | 'gradle' | 'maven' | 'bundler'

/** A line of a script, and where it is run: from the root of the repository. */
export type CiLine = { readonly line: string; readonly folder: string }

export type Entrance = {
  readonly kind: 'program' | 'library' | 'server' | 'routes' | 'container'
  readonly name: string | null
  /** A path from the folder of the manifest, or a command where `isCommand` says so. */
  readonly target: string
  readonly isCommand?: true
}
