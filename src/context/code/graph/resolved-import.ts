/** An import of a file, with the files of this repository that it leads to. */
export type ResolvedImport = { readonly names: readonly string[]; readonly files: readonly number[] }
