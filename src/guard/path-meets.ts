import { sep } from 'node:path'
import { segmentPattern } from './segment-pattern.ts'
import type { Target } from './target.ts'

/**
 * Whether an action on a target could change something that a glob names. Letters count the same in either case: some
 * file systems do not tell them apart.
 */
export function pathMeets(target: Target, { glob, root }: { glob: string; root: string }): boolean {
  if (target.kind === 'text') return isMentioned(target.text, glob)
  const base = segmentsOf(root)
  const pattern = [...base.map(literal), ...segmentsOf(glob).map(patternSegment)]
  const meeting = meet({ segments: segmentsOf(target.path), isGlob: target.isGlob }, { pattern, depth: 0 })
  if (meeting.kind !== 'above') return meeting.kind === 'in'
  switch (target.reach) {
    case 'file':
      return false
    case 'tree':
      return meeting.depth > base.length
    case 'sweep':
      return true
  }
}

/** Each path meets every glob, so that both come here again and again. */
const SEGMENTS = new Map<string, readonly string[]>()

function segmentsOf(path: string): readonly string[] {
  const known = SEGMENTS.get(path)
  if (known !== undefined) return known
  const slashed = sep === '/' ? path : path.replaceAll(sep, '/')
  const segments = slashed
    .toLowerCase()
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.')
  SEGMENTS.set(path, segments)
  return segments
}

type PatternSegment = { readonly text: string; readonly isGlob: boolean }

const literal = (text: string): PatternSegment => ({ text, isGlob: false })
const patternSegment = (text: string): PatternSegment => ({ text, isGlob: /[*?[{]/.test(text) })

type Meeting =
  | { readonly kind: 'in' }
  /** The target is a folder on the way to what the glob names, `depth` segments from the top. */
  | { readonly kind: 'above'; readonly depth: number }
  | { readonly kind: 'apart' }

const APART: Meeting = { kind: 'apart' }

type Asked = { readonly segments: readonly string[]; readonly isGlob: boolean }
type Pattern = { readonly pattern: readonly PatternSegment[]; readonly depth: number }

/** Both are looked at from `depth` on; before that they are the same, or one has been skipped by a `**`. */
function meet({ segments, isGlob }: Asked, { pattern, depth }: Pattern): Meeting {
  const [mine, ...below] = segments
  const [theirs, ...rest] = pattern
  if (mine === undefined) {
    return pattern.every(({ text }) => text === '**') ? { kind: 'in' } : { kind: 'above', depth }
  }
  if (theirs === undefined) return APART
  // Two patterns that both run on are taken to meet.
  if (isGlob && mine === '**') return { kind: 'in' }
  if (theirs.text === '**') {
    const skipped = meet({ segments, isGlob }, { pattern: rest, depth })
    if (skipped.kind === 'in') return skipped
    const taken = meet({ segments: below, isGlob }, { pattern, depth: depth + 1 })
    return taken.kind === 'in' ? taken : APART
  }
  if (!segmentMeets({ text: mine, isGlob: isGlob && /[*?[]/.test(mine) }, theirs)) return APART
  const further = meet({ segments: below, isGlob }, { pattern: rest, depth: depth + 1 })
  // Every folder lies on the way to `**`: only the part of a glob that is spelled out has a way to speak of.
  return further.kind === 'above' && theirs.isGlob ? APART : further
}

function segmentMeets(mine: PatternSegment, theirs: PatternSegment): boolean {
  if (mine.isGlob && theirs.isGlob) return true
  if (theirs.isGlob) return segmentPattern(theirs.text).test(mine.text)
  if (!mine.isGlob) return mine.text === theirs.text
  // A pattern of the shell's finds no name with a dot in front, unless it has the dot itself.
  return (
    theirs.text.startsWith('.') === mine.text.startsWith('.') && segmentPattern(mine.text).test(theirs.text)
  )
}

/** Whether a text names the part of a glob that is spelled out, or a folder on the way to it and nothing below that. */
function isMentioned(text: string, glob: string): boolean {
  const spelled = segmentsOf(glob)
  const end = spelled.findIndex((segment) => patternSegment(segment).isGlob)
  const base = end === -1 ? spelled : spelled.slice(0, end)
  const plain = text
    .toLowerCase()
    .replaceAll('\\', '/')
    .replaceAll(/\/(?:\.?\/)+/g, '/')
  return base.some((_, index) => {
    const path = base.slice(0, index + 1).join('/')
    const isWhole = index === base.length - 1
    return occurs(plain, path, isWhole ? INSIDE : ENDING)
  })
}

const INSIDE = /^(?:$|[^\w-])/
const ENDING = /^\/?(?:$|[^\w./-])/

function occurs(text: string, path: string, follows: RegExp): boolean {
  for (let at = text.indexOf(path); at !== -1; at = text.indexOf(path, at + 1)) {
    const isStart = at === 0 || /[^\w.-]/.test(text[at - 1] ?? '')
    if (isStart && follows.test(text.slice(at + path.length, at + path.length + 2))) return true
  }
  return false
}
