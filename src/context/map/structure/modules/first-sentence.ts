/** The first sentence of a text, on one line and not too long; null where there are no words to speak of. */
export function firstSentence(text: string): string | null {
  const plain = text
    .slice(0, READ_MAX)
    .replace(/!\[[^\]]{0,200}\]\([^)]{0,300}\)/g, '')
    .replace(/\[([^\]]{0,200})\](\([^)]{0,300}\)|\[[^\]]{0,100}\])/g, '$1')
    .replace(/:\w{1,20}:`([^`]{1,200})`/g, '$1')
    .replace(/`([^`<]{1,200})\s<[^>]{1,200}>`_{1,2}/g, '$1')
    .replace(/<\/?[a-z][^>]{0,300}>/gi, '')
    .replace(/\(?\bhttps?:\/\/\S+/g, '')
    .replace(/[*_]{2}|``/g, '')
    .replace(/(^|\s)[*_](?=\S)|(?<=\S)[*_](?=\s|$)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
  const end = plain.search(/(?<!\b(?:e\.g|i\.e|etc|vs|cf|approx|no|inc|mr|dr))[.!?](?=\s+["'(]?[A-Z\d`])/i)
  const sentence = (end === -1 ? plain : plain.slice(0, end)).replace(/[.:]$/, '').trim()
  if (sentence.split(' ').length < WORDS_MIN || (ADDRESS.test(text) && LEADS.test(sentence))) return null
  return sentence.length > LENGTH_MAX
    ? `${sentence.slice(0, LENGTH_MAX - 1).replace(/\s\S*$/, '')}…`
    : sentence
}

/** What led to an address, and has nothing to lead to without it. */
const LEADS = /\b(?:at|from|in|on|to|via|under|see|of|by|here)$/i
const ADDRESS = /\bhttps?:/

const READ_MAX = 1000
const WORDS_MIN = 3
const LENGTH_MAX = 140
