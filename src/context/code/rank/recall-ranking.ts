import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { openArrays, writeArrays } from '#kit/arrays-file.ts'
import { dropOldest } from '#kit/drop-oldest.ts'
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
        file: kept.integers('symbolFile'),
        name: kept.integers('symbolName'),
        score: kept.numbers('symbolScore'),
      },
      needs: kept.integers('needs'),
    }
  } catch {
    return null
  } finally {
    kept.close()
  }
}

function keep(path: string, { files, symbols: { file, name, score }, needs }: Ranked): void {
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeArrays(path, { files, symbolFile: file, symbolName: name, symbolScore: score, needs })
    dropOldest(dirname(path), KEPT_MAX)
  } catch {
    // What could not be kept is made again.
  }
}

const KEPT_MAX = 8
