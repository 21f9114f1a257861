/** One command of a line, and what stands between it and the one before. */
export type ShellPart = {
  readonly joint: '' | '&&' | '||' | ';' | '|' | '&'
  readonly text: string
  /** Where it stands in the line. */
  readonly from: number
  readonly to: number
}

const TOKEN = /"(?:\\.|[^"\\])*"|'[^']*'|\\.|\d?>&\d?|&>|&&|\|\||[;|&\n]|[\s\S]/g

/** The commands of a line. What is in quotation marks stays together. */
export function shellParts(line: string): ShellPart[] {
  const parts: ShellPart[] = []
  let joint: ShellPart['joint'] = ''
  let from = 0
  const end = (to: number) => {
    const text = line.slice(from, to)
    const start = from + (text.length - text.trimStart().length)
    if (text.trim() !== '')
      parts.push({ joint, text: text.trim(), from: start, to: start + text.trim().length })
  }
  for (const { 0: token, index } of line.matchAll(TOKEN)) {
    const next = JOINTS.get(token)
    if (next === undefined) continue
    end(index)
    joint = next
    from = index + token.length
  }
  end(line.length)
  return parts
}

const JOINTS: ReadonlyMap<string, ShellPart['joint']> = new Map([
  ['&&', '&&'],
  ['||', '||'],
  [';', ';'],
  ['\n', ';'],
  ['|', '|'],
  ['&', '&'],
])

const WORD = /(?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^\s"'\\])+/g

/** The words of one command, as they are written. */
export function shellWords(text: string): string[] {
  return text.match(WORD) ?? []
}

export function unquote(word: string): string {
  return word.replaceAll(
    /"((?:\\.|[^"\\])*)"|'([^']*)'|\\(.)/g,
    (_, double?: string, single?: string, one?: string) =>
      double?.replaceAll(/\\(["\\$`])/g, '$1') ?? single ?? one ?? '',
  )
}

export function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
