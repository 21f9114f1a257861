type Loop = {
  readonly head: string
  /** What is done in it. */
  readonly body: string
  /** The file, without strings. */
  readonly code: string
}

/** Whether a loop is about nothing that is done in it, and nothing shows that it has a round at all. */
export function mayHaveNoRound({ head, body, code }: Loop): boolean {
  const parts = (PHP.exec(head) ?? COUNTED.exec(head) ?? OVER.exec(head))?.groups
  if (parts === undefined) return false
  const { names = '', over = '' } = parts
  const used = new Set(wordsOf(body))
  if (wordsOf(names).some((name) => used.has(name)) || SHOWN.test(over)) return false
  return !wordsOf(over).some((name) => isMadeWithItems(code, name))
}

const PHP = /\bforeach\s*\((?<over>.*)\bas\b(?<names>.*)\)/s
const COUNTED = /\bfor\s*\((?<names>[^;]*);(?<over>[^;]*);/
const OVER =
  /\bfor(?:each)?\b\s*(?:await\s*)?\(?(?<names>.*?)(?:\b(?:of|in)\b|(?<!:):(?!:))(?<over>.*?)[):]*\s*$/s

/** A number, or a list that is written there with something in it. */
const SHOWN = /\b[1-9]\d*\b|(?<![\w$)\]]\s*)[[({]\s*[^\s\])}]/

function wordsOf(text: string): string[] {
  return (text.match(/[\w$]+/g) ?? []).filter((word) => !/^(?:const|let|var|auto|final|int|\d+)$/.test(word))
}

function isMadeWithItems(code: string, name: string): boolean {
  const made = `(?<![\\w$.])${name.replaceAll('$', '\\$')}(?:\\s*:[^=\\n]*)?\\s*:?=\\s*(?:${ITEMS})`
  return new RegExp(made).test(code)
}

const ITEMS = [
  /[1-9]/,
  /(?:new\s+[\w.]+(?:<[^<>]*>)?[([]?\s*\]?\s*)?[[({]\s*[^\s\])}]/,
  /(?:\w+\.)?(?:of|asList|listOf|arrayOf|array)\(\s*[^\s)]/,
]
  .map(({ source }) => source)
  .join('|')
