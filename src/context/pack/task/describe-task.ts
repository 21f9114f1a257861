import { wordsOf } from '#kit/words-of.ts'
import type { Task } from './read-task.ts'
import { wordWeights } from './weigh-terms.ts'

/** What a task is, as far as its text tells. */
export type TaskDescription = {
  readonly title: string
  readonly action: Action
  /** The part of the project that it is about, as the configuration calls it; null where the text names none. */
  readonly domain: string | null
  /** What it speaks of, the most telling first. */
  readonly keywords: readonly string[]
}

export const actions = ['implement', 'fix', 'test', 'review', 'refactor', 'document'] as const
export type Action = (typeof actions)[number]

/** Paths begin with these, by the name of a domain. */
export type Domains = Readonly<Record<string, readonly string[]>>

export function describeTask(task: Task, domains: Domains): TaskDescription {
  const { title } = task.parts
  return {
    title: title
      .replace(/^#+\s*/, '')
      .trim()
      .slice(0, TITLE_MAX),
    action: actionOf(task),
    domain: domainOf(task, domains),
    keywords: [...wordWeights(task.parts)]
      .sort((one, other) => other[1] - one[1])
      .slice(0, KEYWORDS_MAX)
      .map(([word]) => word),
  }
}

const TITLE_MAX = 200
const KEYWORDS_MAX = 12

/** What the title says counts before what the rest says, and a trace before any word. */
function actionOf({ parts: { title, prose, error }, frames }: Task): Action {
  const said = ACTION_WORDS.find(([, words]) => words.test(title))
  if (said !== undefined) return said[0]
  if (frames.length > 0 || error !== '') return 'fix'
  return (
    ACTION_WORDS.find(
      ([action, words]) => action !== 'test' && action !== 'document' && words.test(prose),
    )?.[0] ?? 'implement'
  )
}

/** In the order in which they are believed. Tests and documents are spoken of everywhere: only who is told to write them is meant. */
const ACTION_WORDS: readonly (readonly [Action, RegExp])[] = [
  [
    'test',
    /^\W*tests?\b ?[:(]|^\W*test the\b|\b(?:add|write|extend|improve|remove|update|create|missing|more)\b(?: \w+){0,3} (?:tests?|specs?|coverage)\b/i,
  ],
  [
    'document',
    /^\W*docs?\b ?[:(]|^\W*document\b|\b(?:add|write|extend|improve|remove|update|create|missing)\b(?: \w+){0,3} (?:docs?|documentation|readme|docstrings?|changelog)\b|\btypos?\b/i,
  ],
  [
    'fix',
    /\b(?:fix(?:e[sd]|ing)?|bugs?|crash(?:e[sd])?|fail(?:s|ed|ure)?|broken|wrong(?:ly)?|regression|\w*errors?|\w*exceptions?|raises?|panics?|incorrect(?:ly)?|does(?:n't| not)|cannot|can't|hangs?|leaks?|ignor(?:es|ed|ing)|unexpected(?:ly)?|instead of|no longer|invalid|missing)\b/i,
  ],
  [
    'refactor',
    /\b(?:refactor\w*|renam(?:e|ing)|extract|clean ?up|simplif(?:y|ies)|split|inline|deduplicate|move)\b/i,
  ],
  ['review', /\b(?:review|audit|inspect|look over)\b/i],
  ['implement', /\b(?:add|implement|support|allow|introduce|create|enable|provide|feature)\b/i],
]

/** The one that is named, else the one that most of the named paths lie in. */
function domainOf({ parts, frames, links }: Task, domains: Domains): string | null {
  const text = `${parts.title}\n${parts.prose}\n${parts.inline}`
  const words = new Set(wordsOf(text))
  const named = Object.keys(domains).find((name) => wordsOf(name).every((word) => words.has(word)))
  if (named !== undefined) return named
  const paths = [
    ...[...frames, ...links].map(({ path }) => path),
    ...(text.match(/[\w.@-]+(?:\/[\w.@-]+)+/g) ?? []),
  ]
  const counts = Object.entries(domains).map(([name, prefixes]) => ({
    name,
    count: paths.filter((path) => isUnder(path, prefixes)).length,
  }))
  const best = counts.reduce((most, one) => (one.count > most.count ? one : most), { name: '', count: 0 })
  return best.count === 0 ? null : best.name
}

export function isUnder(path: string, prefixes: readonly string[]): boolean {
  return prefixes.some(
    (prefix) => path === prefix || path.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`),
  )
}
