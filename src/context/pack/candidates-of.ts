import { bestLines } from './best-lines.ts'
import type { Candidate } from './fit.ts'
import type { RankedDefinition } from './rank-definitions.ts'
import { readTextFile } from './text-files.ts'

type Chosen = {
  readonly root: string
  readonly weights: ReadonlyMap<string, number>
  readonly definitions: readonly RankedDefinition[]
  readonly paths: readonly string[]
}

/** Read one by one, when there is still room for them. */
export function* candidatesOf(
  files: readonly { readonly path: string; readonly reasons: readonly string[] }[],
  { root, weights, definitions, paths }: Chosen,
): Generator<Candidate> {
  for (const { path, reasons } of files) {
    const file = readTextFile(root, path)
    if (file.kind === 'left-out') continue
    const own = definitions.filter(({ file: place }) => paths[place] === path).slice(0, DEFINITIONS_MAX)
    const lines = [...own.map(({ definition }) => definition.line), ...bestLines(file.text, weights)]
    yield { path, reason: reasons[0] ?? '', text: file.text, lines }
  }
}

const DEFINITIONS_MAX = 3
