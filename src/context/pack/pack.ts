import { TOKENIZER, type TokenCounter } from '#kit/tokens.ts'
import { bestLines } from './best-lines.ts'
import { readClues } from './clues.ts'
import { type Candidate, fitFiles, type PackedFile } from './fit.ts'
import { type LeftOut, listTextFiles, readTextFile } from './list-text-files.ts'
import { mentionedFiles } from './mentioned-files.ts'
import { searchFiles } from './search-files.ts'

export type PackQuestion = {
  readonly root: string
  readonly task: string
  /** Tokens the text may take. It never takes more. */
  readonly budget: number
  /** Files whose score, as a part of the best one's, is below this are not looked at. */
  readonly minRelevance: number
  readonly countTokens: TokenCounter
}

/** The context chosen for one task. */
export type Pack = {
  readonly budget: number
  readonly tokens: number
  readonly tokenizer: string
  /** What was chosen, the most telling first. Paths are relative to the project. */
  readonly files: readonly PackedFile[]
  /** What would have been next, had there been room. */
  readonly noRoom: readonly string[]
  /** Files that were not searched. */
  readonly leftOut: readonly {
    readonly why: LeftOut['why']
    readonly count: number
    readonly examples: readonly string[]
  }[]
  readonly text: string
}

/** The walk: what the task mentions, then what its words find, as much of it as there is room for. */
export function pack({ root, task, budget, minRelevance, countTokens }: PackQuestion): Pack {
  const clues = readClues(task)
  const listed = listTextFiles(root)
  const { hits, weights, leftOut } = searchFiles({ root, paths: listed.paths, words: clues.words })
  const mentioned = mentionedFiles({ root, clues, paths: listed.paths, likely: hits.map(({ path }) => path) })

  const named = new Set(mentioned.map(({ path }) => path))
  const relevant = hits.filter(({ path, relevance }) => relevance >= minRelevance && !named.has(path))
  const chosen = [...mentioned, ...relevant.map(({ path, reason }) => ({ path, reason, lines: [] }))]
  const { files, noRoom, text } = fitFiles({
    candidates: candidatesOf(chosen.slice(0, CANDIDATES_MAX)),
    budget,
    countTokens,
  })
  return {
    budget,
    tokens: countTokens(text),
    tokenizer: TOKENIZER,
    files,
    noRoom,
    leftOut: summed([...listed.leftOut, ...leftOut]),
    text,
  }

  /** Read one by one, when there is still room for them. */
  function* candidatesOf(files: readonly Omit<Candidate, 'text'>[]): Generator<Candidate> {
    for (const { path, reason, lines } of files) {
      const file = readTextFile(root, path)
      if (file.kind === 'left-out') continue
      yield { path, reason, text: file.text, lines: [...lines, ...bestLines(file.text, weights)] }
    }
  }
}

const CANDIDATES_MAX = 300

function summed(leftOut: readonly LeftOut[]): Pack['leftOut'] {
  const reasons = [...new Set(leftOut.map(({ why }) => why))].sort()
  return reasons.map((why) => {
    const paths = leftOut.filter((file) => file.why === why).map(({ path }) => path)
    return { why, count: paths.length, examples: paths.slice(0, 3) }
  })
}
