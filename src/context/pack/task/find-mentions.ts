import { findOddPaths } from './find-odd-paths.ts'
import { findPaths } from './find-paths.ts'
import type { Task } from './read-task.ts'

export type MentionRequest = {
  readonly task: Task
  readonly paths: readonly string[]
  /** The files that define a name. */
  readonly definersOf: (name: string) => readonly number[]
}

/** By file, from 0 to 1: what of a task names it. */
export type Mentions = {
  readonly path: Float64Array
  readonly fileName: Float64Array
  readonly module: Float64Array
  readonly frame: Float64Array
  /** It defines what is named as code. */
  readonly symbol: Float64Array
}

export function findMentions({ task, paths, definersOf }: MentionRequest): Mentions {
  const find = findPaths(paths)
  const make = () => new Float64Array(paths.length)
  const mentions = {
    path: make(),
    fileName: make(),
    module: make(),
    frame: make(),
    symbol: make(),
  }
  const raise = (scores: Float64Array, { files, worth }: { files: readonly number[]; worth: number }) => {
    for (const file of files) scores[file] = Math.max(scores[file] ?? 0, worth / files.length)
  }
  const { title, prose, inline, block } = task.parts
  for (const { path } of task.links) raise(mentions.path, { files: find.bySuffix(path), worth: 1 })
  const { found, rest } = findOddPaths(`${title}\n${prose}\n${inline}\n${block}`, paths)
  for (const { files, isBare } of found)
    raise(isBare ? mentions.fileName : mentions.path, { files, worth: 1 })
  for (const [said] of rest.matchAll(PATH)) {
    const isBare = !said.includes('/')
    if (isBare) raise(mentions.fileName, { files: find.byName(said), worth: 1 })
    else raise(mentions.path, { files: find.bySuffix(said), worth: 1 })
  }
  for (const [word] of `${title}\n${prose}\n${inline}`.matchAll(BARE))
    raise(mentions.fileName, { files: find.byName(word), worth: 1 })
  for (const [text, worth] of [
    [title, 1],
    [inline, 1],
    [prose, 0.8],
  ] as const)
    for (const [said] of text.matchAll(MODULE)) {
      const found = find.byModule(said.split(/\.|::|\\/))
      raise(mentions.module, { files: found.files, worth: worth * found.worth })
    }
  const framed = [...new Set(task.frames.flatMap(({ path }) => find.bySuffix(path)))]
  for (const [depth, file] of framed.entries()) mentions.frame[file] = 1 / (1 + depth)
  addSymbols(mentions.symbol, { names: identifiersIn({ title, prose, inline }), definersOf })
  return mentions
}

const PATH = /(?:[\w@~-][\w.@~-]*\/)*[\w@~-][\w.@~-]*\.[A-Za-z]\w{0,4}\b|(?:[\w@~-][\w.@~-]*\/){1,}[\w@~-]+/g
/** The name of a file that has no ending: Makefile, Dockerfile, LICENSE. */
const BARE = /\b(?:[A-Z]\w{3,}|[a-z]+file)\b/g
const MODULE = /\b[A-Za-z_]\w*(?:(?:\.|::|\\)[A-Za-z_]\w*)+/g
const IDENTIFIER = /[A-Za-z_$][\w$]*/g

/** With what each is worth. */
export function identifiersIn({
  title,
  prose,
  inline,
}: {
  title: string
  prose: string
  inline: string
}): Map<string, number> {
  const names = new Map<string, number>()
  const note = (name: string, worth: number) => names.set(name, Math.max(names.get(name) ?? 0, worth))
  for (const [name] of inline.matchAll(IDENTIFIER)) note(name, 1)
  for (const [text, worth] of [
    [title, 1.5],
    [prose, 1],
  ] as const)
    for (const [whole] of text.matchAll(CODE_LIKE))
      for (const [name] of whole.matchAll(IDENTIFIER)) note(name, worth)
  for (const [name] of title.matchAll(IDENTIFIER)) if (names.has(name)) note(name, 1.5)
  return names
}

/** With a change of case or an underscore inside, before a bracket, or with dots between. */
const CODE_LIKE =
  /\b(?:[a-z]\w*[A-Z]\w*|[A-Z]\w*[a-z]\w*[A-Z]\w*|\w+_\w+)\b|\b[A-Za-z_]\w*(?=\()|\b[A-Za-z_]\w*(?:(?:\.|::)[A-Za-z_]\w*)+/g

function addSymbols(
  scores: Float64Array,
  { names, definersOf }: { names: ReadonlyMap<string, number>; definersOf: MentionRequest['definersOf'] },
): void {
  const sums = new Map<number, number>()
  for (const [name, worth] of names) {
    const files = definersOf(name)
    if (name.length < 2) continue
    for (const file of files) sums.set(file, (sums.get(file) ?? 0) + worth / files.length)
  }
  for (const [file, sum] of sums) scores[file] = 1 - Math.exp(-sum)
}
