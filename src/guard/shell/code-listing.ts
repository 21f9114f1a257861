import { join } from 'node:path'
import { type Deed, UNSEEN } from './deed.ts'
import { EVERYTHING, type FindTests } from './find-tests.ts'
import { ANY_FILE } from './list-tests.ts'
import { plain, type Value } from './value.ts'

/**
 * What code may write to that finds its paths by listing or by patterns. It is not followed: the texts in it that are
 * patterns, folders and endings of names say where it looks, and whatever it finds there counts.
 */
export function codeListing(code: string): readonly Deed[] {
  if (!LISTS.test(code) || code.length > CODE_MAX) return []
  const texts = [...code.matchAll(/(['"`])((?:\\.|(?!\1)[^\\\n])*)\1/g)].map((match) => match[2] ?? '')
  const patterns = texts.filter((text) => /[*?]/.test(text) && !/[\s()]/.test(text))
  const deep = patterns.filter((text) => text.includes('**') || DEEP.test(code))
  const flat = patterns.filter((text) => !deep.includes(text))
  const named = [...code.matchAll(LISTED)].map((match) => match[1] || '.')
  const starts = named.length === 0 ? ['.'] : [...new Set(named)]
  const values: readonly Value[] = [
    ...starts.flatMap((start) => flat.map((text) => ({ text: join(start, text), isGlob: true }))),
    ...starts.flatMap((start) =>
      deep.map((text) => ({ ...plain(start), found: testsOf(text, { start, code }) })),
    ),
    ...(patterns.length === 0
      ? starts.map((start) => ({ ...plain(start), found: listTests(code, texts) }))
      : []),
  ]
  return values.map((at): Deed => ({ kind: 'path', at, reach: 'tree', content: UNSEEN }))
}

const CODE_MAX = 8000
const LISTS =
  /\b(?:i?glob|rglob|globSync|walk|listdir|scandir|iterdir|readdir(?:Sync)?|opendir(?:Sync)?|Dir|children|each_child)\b/
/** They go down into every folder. */
const DEEP = /\b(?:rglob|walk|globSync)\b|recursive\s*[:=]\s*[Tt]rue.*readdir|readdir.*recursive/s

/** `*` stands for slashes here, and so does what is written as `**`. */
function testsOf(pattern: string, { start, code }: { start: string; code: string }): FindTests {
  const bare = pattern.replace(/^\.\//, '')
  const name = bare.replace(/^(?:\*\*\/)+/, '')
  // Python's own `glob` passes over what begins with a dot.
  const skipsHidden = !/\b(?:rglob|Path|globSync|walk)\b/.test(code)
  const also = { ...ANY_FILE, skipsHidden }
  return name.includes('/')
    ? { ...EVERYTHING, paths: [`${start}/${bare.replaceAll(/\*\*\/?/g, '*')}`], also }
    : { ...EVERYTHING, names: [name], also }
}

/** What is listed without a pattern; where names must end in a certain way, there are no others. */
function listTests(code: string, texts: readonly string[]): FindTests {
  const endings = texts.filter((text) => /^\.\w+$/.test(text) && !/^\.(?:keel|git|claude|codex)$/.test(text))
  const isFiltered = /endswith|endsWith|suffix|extname|splitext|\.test\(/.test(code)
  return {
    ...EVERYTHING,
    names: isFiltered ? endings.map((ending) => `*${ending}`) : [],
    depthMax: DEEP.test(code) ? null : 1,
    kind: /\b(?:rm\w*|rmtree|recursive|rename\w*|move)\b/.test(code) ? 'any' : 'files',
    also: ANY_FILE,
  }
}

/** Folders that are listed by name. */
const LISTED =
  /\b(?:walk|listdir|scandir|readdir(?:Sync)?|opendir(?:Sync)?|children|each_child|Path|opendir)\s*\(\s*(?:['"`]([^'"`\n]*)['"`])?/g
