import { basename, dirname } from 'node:path'
import type { Call } from './deed.ts'
import { listedBy } from './listed-by.ts'
import { packedBy } from './packed-by.ts'
import { unescaped } from './unescaped.ts'
import { listIn, plain, UNKNOWN, type Value } from './value.ts'

/**
 * What a command prints, as far as its own words tell. What a file holds, and which files there are, only the disk knows:
 * such a value stands for it.
 */
export function printedBy(call: Call, cwd: string | null): readonly Value[] {
  const { name, words, heard } = call
  const listed = listedBy(call) ?? packedBy(call, cwd)
  if (listed !== null) return listed
  switch (name) {
    case 'echo':
      return [echoed(words)]
    case 'printf':
      return [formatted(words.filter(({ text }) => text !== '--'))]
    case 'pwd':
      return cwd === null ? [] : [plain(cwd)]
    case 'basename':
      return words.slice(0, 1).map(({ text }) => plain(basename(text)))
    case 'dirname':
      return words.map(({ text }) => plain(dirname(text)))
    case 'ls':
    case 'dir':
      return [...words, ...(isOfAll(words) ? ['*', '.*'] : ['*']).map((text) => ({ text, isGlob: true }))]
    case 'rev':
      return heard.map(({ text }) => plain([...text].reverse().join('')))
    case 'base64':
      return words.some(({ text }) => /^(-d|-D|--decode)$/.test(text)) ? heard.map(decoded) : []
    case 'tr':
      return heard.map(({ text }) => plain(translated(text, words)))
  }
  if (SHOWING.has(name)) return words.filter(({ text }) => !text.startsWith('-')).map(listIn)
  return SILENT.has(name) ? [] : words
}

function isOfAll(words: readonly Value[]): boolean {
  return words.some(({ text }) => /^-[a-zA-Z]*[aAf]|^--(?:almost-)?all$/.test(text))
}

/** They print files, line by line. */
const SHOWING = new Set('cat head tail tac nl bat zcat sort uniq cut paste sed awk gawk mawk'.split(' '))

/** They print what they read, in other words. */
const SILENT = new Set(
  [
    'less more od hexdump strings column fold fmt join expand comm wc zgrep yq jq gron cksum md5sum sha1sum sha256sum',
    'sha512sum shasum stat file diff cmp git gh curl wget test [ [[ true false date ps tee cd xxd keel',
  ].flatMap((line) => line.split(' ')),
)

function echoed(words: readonly Value[]): Value {
  const start = words.findIndex(({ text }) => !/^-[neE]+$/.test(text))
  const said = start === -1 ? [] : words.slice(start)
  const text = said.map((word) => word.text).join(' ')
  const isEscaped = words.slice(0, Math.max(0, start)).some((word) => word.text.includes('e'))
  const [only] = said
  if (said.length === 1 && only !== undefined && !isEscaped) return only
  return { text: isEscaped ? unescaped(text) : text, isGlob: said.some(({ isGlob }) => isGlob) }
}

/** The format, used again for as long as there are words. */
function formatted([format, ...words]: readonly Value[]): Value {
  if (format === undefined) return plain('')
  const rest = words.map(({ text }) => text)
  let text = ''
  do {
    const before = rest.length
    text += unescaped(format.text).replaceAll(/%(?:%|[-+ #0]*\d*(?:\.\d+)?[a-zA-Z])/g, (sign) =>
      sign === '%%' ? '%' : (rest.shift() ?? ''),
    )
    if (rest.length === before) break
  } while (rest.length > 0 && text.length < TEXT_MAX)
  return { text, isGlob: words.some(({ isGlob }) => isGlob) }
}

const TEXT_MAX = 100_000

function decoded({ text }: Value): Value {
  return plain(Buffer.from(text, 'base64').toString('utf8').replaceAll(UNKNOWN, ''))
}

/** One set of signs for another of the same length; what `tr` knows besides is not followed. */
function translated(text: string, words: readonly Value[]): string {
  const [from = '', to = ''] = words.map((word) => unescaped(word.text))
  if (from === '-d') return [...text].filter((char) => !to.includes(char)).join('')
  if (from.length > 60 || /^-|[[\]]|.-./.test(from)) return text
  return [...text]
    .map((char) => (from.includes(char) ? (to[from.indexOf(char)] ?? to.at(-1) ?? '') : char))
    .join('')
}
