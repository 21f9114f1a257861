import { openArrays, writeArrays } from '#kit/arrays-file.ts'
import { keepInCache } from '#kit/keep-in-cache.ts'
import type { Ranked, SymbolRanking } from './rank-symbols.ts'

/** A ranking that is kept in a file, or is made and kept there. The file is another for each graph. */
export function recallRanking(file: string, rank: () => SymbolRanking): SymbolRanking {
  const known = read(file)
  if (known !== null) return known
  const ranking = rank()
  if (ranking.kind === 'ranked') keep(file, ranking)
  return ranking
}

function read(file: string): Ranked | null {
  const kept = openArrays(file)
  if (kept === null) return null
  try {
    return {
      kind: 'ranked',
      files: kept.numbers('files'),
      symbols: {
        starts: kept.integers('symbolStarts'),
        name: kept.integers('symbolName'),
        score: kept.numbers('symbolScore'),
        sum: kept.numbers('sum'),
        best: kept.numbers('best'),
      },
      needs: kept.integers('needs'),
    }
  } catch {
    return null
  } finally {
    kept.close()
  }
}

function keep(path: string, { files, symbols, needs }: Ranked): void {
  const { starts, name, score, sum, best } = symbols
  const arrays = { files, symbolStarts: starts, symbolName: name, symbolScore: score, sum, best, needs }
  keepInCache(path, { write: (place) => writeArrays(place, arrays), most: KEPT_MAX })
}

const KEPT_MAX = 8
