import type { Definition, Import, Reference } from './tags.ts'

/** What keel knows of a language beside its grammar. */
export type Language = {
  readonly name: string
  /** The file name of its grammar, without the extension. */
  readonly grammar: string
  /** With the dot, in small letters. */
  readonly extensions: readonly string[]
  /** Whole file names, for what has no extension. */
  readonly fileNames?: readonly string[]
  /**
   * Captures that every query shares. What a definition is:
   *
   * - `@def.<kind>` around a definition, with each `@name` in it, `@body` where its body begins, and `@aside` around what
   *   stands in its head and is no part of its signature
   * - `@name.function` and `@name.method` where only the name tells that it is one
   * - `@kind.mixin` in a module, on what shows that others are meant to take it in
   * - `@holder` in a definition, on the name of the type that it belongs to, or in a `@block` around definitions that do
   * - `@local` around what has no definitions of its own: the body of a function, its parameters
   * - `@doc` on documentation inside of a definition, `@doc.next` on documentation before one
   *
   * Who may use it:
   *
   * - `@exported` around what is exported, `@exported.name` on a name that is, `@hidden.name` on one that is not
   * - `@public` and `@hidden` in a definition or a block, `@public.after` and `@hidden.after` for all that follows in it
   *
   * What it needs:
   *
   * - `@ref.<kind>` on a name that is used, `@skip` on one that is no reference; of patterns that capture the same name the
   *   first one says what it is
   * - `@import` around an import, with `@import.from`, `@import.name`, `@import.default` and `@import.all` in it
   * - `@import.path` on a name that is written with where it is from, and so imports itself, however often
   * - `@module` on the name of what the file belongs to, and `@module.inner` on what is to be added to that
   */
  readonly query: string
  /** What the grammar stumbles over, within a line. It is parsed as if it were spaces. */
  readonly blank?: RegExp
  /** Whether a name that is used refers to nothing that a repository could define: what the language has built in. */
  readonly ignores?: (used: Pick<Reference, 'name' | 'kind'>) => boolean
  /** How a line of a comment begins, for the documentation above a definition. */
  readonly comment: RegExp
  /** Lines between a definition and its documentation: decorators, attributes. */
  readonly between?: RegExp
  /** An empty line may part them. */
  readonly hasDocsApart?: true
  /** A text in a signature, its quote captured, where not every kind of quote begins one. */
  readonly literal?: RegExp
  /** Where an import is more than a place and names: its whole text, taken apart. */
  readonly readImport?: (text: string) => ReadImport[]
  /** A line that imports everything of a place, with that place captured: it says so also where the grammar lost its way. */
  readonly importLine?: RegExp
  /** Where a name is written with more than itself. */
  readonly nameOf?: (text: string) => string
  /** What of the text before a body is worth reading, where that is not all of it. */
  readonly headOf?: (head: string) => string
  /** What is written in several places and is one thing: definitions with the same answer count once, by the first. */
  readonly once?: (definition: Pick<Definition, 'name' | 'kind'> & { readonly head: string }) => string | null
  readonly isExported: (definition: Seen) => boolean
}

export type ReadImport = Omit<Import, 'line'> & {
  /** How many lines it stands below the first of the text. */
  readonly below?: number
}

/** A definition as the query saw it, and what it said about who may use it. */
export type Seen = Pick<Definition, 'name' | 'kind'> & {
  readonly hasExport: boolean
  readonly isHidden: boolean
  /** Null for one that stands by itself. */
  readonly parent: { readonly kind: Definition['kind']; readonly exported: boolean } | null
}

/** What is not hidden itself, and in nothing that is. */
export function unlessHidden({ isHidden, parent }: Seen): boolean {
  return !isHidden && (parent === null || parent.exported)
}

/** Whether it is said to be a type, but is written as no type is: a package, or a variable. */
export function isSmallType({ name, kind }: Pick<Reference, 'name' | 'kind'>): boolean {
  return kind === 'type' && /^[a-z_$]/.test(name)
}

/** Comments that begin with two slashes, or with a slash and a star. */
export const SLASHES = /^\s*(\/\/[/!]?|\/\*\*?|\*\/?)/
export const HASHES = /^\s*#+/
export const DASHES = /^\s*--+(\[=*\[)?/
/** A text where an apostrophe or a backtick is part of a name. */
export const DOUBLE_QUOTED = /(")(?:[^"\\]|\\.)*"/g
