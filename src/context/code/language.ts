import type { Definition, Import } from './tags.ts'

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
   * Captures that every query shares:
   *
   * - `@def.<kind>` around a definition, with `@name` in it, `@head` where its signature begins, if not at once, and
   *   `@body` where its body begins
   * - `@name.function` and `@name.method` where only the name tells that it is one
   * - `@holder` before its name, on the name of the type that it belongs to
   * - `@local` around what has no definitions of its own: the body of a function
   * - `@ref.<kind>` on a name that is used, `@skip` on one that is no reference, or no other one
   * - `@import` around an import, with `@import.from` and `@import.name` in it
   * - `@exported` around what is exported, `@exported.name` on a name that is, `@public` and `@hidden` in a definition
   * - `@hidden.after` and `@public.after` in a definition, for all that follows in it, `@hidden.name` on a name in it
   * - `@doc` on documentation inside of a definition, `@doc.next` on documentation before one
   * - `@module` on the name of what the file belongs to
   */
  readonly query: string
  /** The source with blanks for what the grammar cannot read, and not a letter longer or shorter. */
  readonly readable?: (source: string) => string
  /** How a line of a comment begins, for the documentation above a definition. */
  readonly comment: RegExp
  /** Lines between a definition and its documentation: decorators, attributes. */
  readonly between?: RegExp
  /** Where an import is more than a place and names: its whole text, taken apart. */
  readonly readImport?: (text: string) => ReadImport[]
  /** Where a name is written with more than itself. */
  readonly nameOf?: (text: string) => string
  /** Names that the language has of itself, and that refer to nothing. */
  readonly ignored?: ReadonlySet<string>
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

/** Comments that begin with two slashes, or with a slash and a star. */
export const SLASHES = /^\s*(\/\/[/!]?|\/\*\*?|\*\/?)/
export const HASHES = /^\s*#+/
export const DASHES = /^\s*--+(\[=*\[)?/
