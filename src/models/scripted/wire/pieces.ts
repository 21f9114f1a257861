/** Text as a model streams it: a few characters at a time, and never half of a surrogate pair. */
export function piecesOfText(text: string): string[] {
  return inPieces([...text])
}

/**
 * JSON as a model streams it. Pieces end where it hurts, in the middle of escapes too: a client must put them
 * together before it may read them.
 */
export function piecesOfJson(json: string): string[] {
  return inPieces([...json]).flatMap((piece) => {
    const inside = piece.indexOf('\\') + 1
    return inside === 0 || inside === piece.length ? [piece] : [piece.slice(0, inside), piece.slice(inside)]
  })
}

const PIECE_LENGTH = 12
const PIECES_MAX = 200

function inPieces(characters: readonly string[]): string[] {
  const length = Math.max(PIECE_LENGTH, Math.ceil(characters.length / PIECES_MAX))
  // Even a short text arrives in two pieces, so that nobody takes the first for the whole.
  const size = Math.max(1, Math.min(length, Math.ceil(characters.length / 2)))
  return Array.from({ length: Math.ceil(characters.length / size) }, (_, index) =>
    characters.slice(index * size, (index + 1) * size).join(''),
  )
}
