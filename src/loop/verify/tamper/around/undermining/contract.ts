/** Where a phrase stands: what is meant well in a test may be none of the program's business. */
export type Where = 'tests' | 'set-up' | 'product'

/** A text without its comments. */
export type Asking = { readonly bare: string; readonly where: Where }

export type Phrase = { readonly at: number; readonly text: string }
