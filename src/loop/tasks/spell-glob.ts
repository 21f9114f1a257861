import { withoutDetours } from '#words/is-in-project.ts'

/**
 * Where the files of a pattern lie: for each choice in its braces, the names on the way down to where anything may follow. A path
 * names a file, and all that lies below it if it is a folder, so that anything follows in the end, and whatever a pattern says
 * after its first `**` rules out no file that another pattern names: two patterns could name the same file wherever the names on
 * their ways agree as far as the shorter one goes. Patterns may have `*`, `**`, `?`, `[a-z]` and `{one,other}`; whatever else a
 * pattern can say is taken for anything. Letters count the same in either case: some file systems do not tell them apart.
 */
export function spellGlob(glob: string): (readonly string[])[] {
  return alternatives(glob).map((path) => {
    const segments = segmentsIn(path)
    const open = segments.indexOf('**')
    return open === -1 ? segments : segments.slice(0, open)
  })
}

/** A pattern without braces for each choice in them. One with too many is `**`. */
function alternatives(glob: string): string[] {
  const plain = normalized(glob)
  let found = [plain]
  for (;;) {
    const split = found.flatMap(splitBrace)
    if (split.length > ALTERNATIVES_MAX) return ['**']
    if (split.length === found.length && split.every((text, index) => text === found[index]))
      return found.map(plainWay)
    found = split
  }
}

const ALTERNATIVES_MAX = 64

/** Each path in one spelling. The folder of the project itself is everything. */
function plainWay(path: string): string {
  const segments = segmentsIn(path)
  return segments.length === 0 || segments.includes('..') ? '**' : segments.join('/')
}

function segmentsIn(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '' && segment !== '.')
}

/** What begins with `!` only takes away; a way that goes up, or that begins at the root of the machine, may lead anywhere. */
function normalized(glob: string): string {
  const path = withoutDetours(glob.trim().normalize('NFC').toLowerCase().replaceAll('\\', '/'))
  if (/^(?:!|\/|~|[a-z]:)/.test(path) || /(?:^|\/)\.\.(?:\/|$)/.test(path) || /[@!+?*]\(/.test(path))
    return '**'
  return path
}

function splitBrace(text: string): string[] {
  const found = /^(.*?)\{([^{}]*)\}(.*)$/.exec(text)
  if (found === null) return [text.replaceAll(/[{}]/g, '?')]
  const [, before = '', inside = '', after = ''] = found
  const choices = inside.includes('..') && !inside.includes(',') ? ['*'] : inside.split(',')
  return choices.map((choice) => `${before}${choice}${after}`)
}
