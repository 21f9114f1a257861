/**
 * Whether a condition is one of a program that is told what to do, and is told otherwise by a check: `if (args.includes('--help'))`,
 * where the check does not say `--help`.
 */
export function isAskedFor(condition: string, check: string): boolean {
  if (/!|\bnot\b|\benv\b|\benviron\b|\blength\b|\blen\s*\(/.test(condition)) return false
  const parts = condition.split(/\|\||\bor\b/)
  return parts.every((part) => {
    const word = WORD.exec(part)?.groups?.['word'] ?? FIELD.exec(part)?.groups?.['word']
    return word !== undefined && TOLD.test(part) && !saidIn(check, word)
  })
}

/** `=== 'list'`, `.includes('--help')`, `"--help" in sys.argv`, `case 'list'`. */
const WORD = /(?:===?|\(|\bin|\bcase|^|\bif)\s*['"](?<word>[\w-]+)['"]/
/** `args.help` */
const FIELD = /\b(?:args|argv|flags|options|opts|values)\.(?<word>\w+)\s*\)?\s*:?\s*$/
const TOLD =
  /\b(?:arg\w*|argv|flag\w*|option\w*|opts|values|positionals|rest|cmd|command|verb|action|mode|case)\b/i

function saidIn(check: string, word: string): boolean {
  return check.split(/[^\w-]+/).some((said) => said.replace(/^-+/, '') === word.replace(/^-+/, ''))
}
