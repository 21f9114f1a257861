/** As much of a runtime as is used here: the object that it was started with, which it puts itself into. */
type Started = {
  readonly HEAPU8?: Uint8Array
  /** The text that is being parsed, from a letter on. */
  readonly currentParseCallback?: ((from: number) => string) | null
  readonly instantiateWasm: unknown
}

/** What a runtime is given to call. */
type Imports = { readonly env?: object }

/** Has a runtime handed the text that it parses in pieces, as it asks for them: its own way takes each letter by itself. */
export function handText(imports: Imports, runtime: Started): Imports {
  // It says where to, from which letter on, its row and its column, and where to put the length of what there is.
  const hand = (...[to = 0, from = 0, , , lengthAt = 0]: readonly number[]) => {
    const { buffer } = runtime.HEAPU8 ?? new Uint8Array()
    const piece = pieceOf(runtime.currentParseCallback?.(from) ?? '')
    const memory = Buffer.from(buffer)
    memory.writeUInt32LE(piece.length, lengthAt)
    memory.write(piece, to, 'utf16le')
  }
  return { ...imports, env: { ...imports.env, tree_sitter_parse_callback: hand } }
}

/** The runtime has room for so many at once. */
const LETTERS_MAX = (10 * 1024 - 2) / 2

/** Not more than there is room for, and no half of a letter at its end: the runtime would take it for another. */
function pieceOf(rest: string): string {
  const piece = rest.slice(0, LETTERS_MAX)
  return piece.length < rest.length && /[\ud800-\udbff]$/.test(piece) ? piece.slice(0, -1) : piece
}
