/**
 * The head of a definition in C or C++ as it is meant, where a macro or a directive in it kept the grammar from finding its
 * end: no directives, nothing behind the first brace or semicolon, no attributes behind the parameters, and of those of a
 * template no more than there is room for.
 */
export function plainHead(head: string): string {
  if (head.startsWith('#')) return head.replace(/^#[ \t]+/, '#')
  const plain = head.slice(0, READ_MAX).replace(DIRECTIVES, '').replace(CLOSED, '$1')
  const whole = plain.slice(0, endOf(plain)).trim().replace(ATTRIBUTES, '')
  return whole.length > LENGTH_MAX ? whole.replace(PARAMETERS, 'template <…> ') : whole
}

/** What is in parentheses is a default, and belongs to the head. */
function endOf(head: string): number {
  let depth = 0
  for (let at = 0; at < head.length; at += 1) {
    const sign = head.charAt(at)
    if (sign === '(') depth += 1
    else if (sign === ')') depth -= 1
    else if (depth <= 0 && (sign === '{' || sign === ';')) return at
  }
  return head.length
}

/** What a macro around the type has left of itself. */
const CLOSED = /^([\w \t*]{1,80})\)/

const READ_MAX = 4000
const LENGTH_MAX = 160
const DIRECTIVES = /^[ \t]*#.*(?:\\\n.*)*\n/gm
const ATTRIBUTES = /(?<=\))(?:\s{1,80}[A-Z][A-Z0-9_]{3,}(?:\([^()\n]{0,80}\))?){1,8}$/
const PARAMETERS =
  /^template\s*<(?:[^<>()]|\([^()]*(?:\([^()]*(?:\([^()]*\)[^()]*)*\)[^()]*)*\)|<(?:[^<>()]|\([^()]*\)|<(?:[^<>()]|\([^()]*\)|<[^<>()]*>)*>)*>)*>\s*/
