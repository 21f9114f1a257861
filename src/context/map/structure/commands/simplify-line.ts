/**
 * A line of a script as somebody would type it: without the variables set before it, and without where its output goes.
 * Null for what cannot be typed: control flow, substitutions, templates.
 */
export function simplifyLine(line: string): string | null {
  if (line.length > READ_MAX || UNTYPABLE.test(line)) return null
  const bare = line
    .trim()
    .replace(/^[@-]+/, '')
    .replace(/\s*(\|\||\||\d?>|<|#\s).*$/, '')
    .replace(
      /^(?:(?:sudo|time|exec|env|xvfb-run(?: -a)?|ionice|nice)\s+|\w+=(?:"[^"]*"|'[^']*'|[^\s"']*)\s+)+/,
      '',
    )
    .replace(/\s+/g, ' ')
    .trim()
  return bare === '' || bare.length > LENGTH_MAX || !/^[\w./]/.test(bare) || KEYWORD.test(bare) ? null : bare
}

/** The commands of a line, each by itself. What is quoted is a text for one of them. */
export function splitLine(line: string): string[] {
  return line
    .replace(/'[^']*'|"[^"]*"|&&|;/g, (found) => (found === '&&' || found === ';' ? '\n' : found))
    .split('\n')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

const READ_MAX = 500
const LENGTH_MAX = 120
const UNTYPABLE = /[$`{}%]|<<|\\$/
const KEYWORD =
  /^(if|then|else|elif|fi|for|while|do|done|case|esac|function|echo|cd|export|set|exit|return|true|false|mkdir|rm|cp|mv|cat|source|printf|test|curl|wget|git|chmod|sleep|\w+=)(\s|$)/
