import { splitOutside } from './split-outside.ts'

/** An assertion without what it says to people when it fails, as the assertions of JavaScript and Python have it; the same where it says nothing. */
export function withoutMessage(text: string): string {
  const plain = text.trim().replace(/;$/, '')
  const [stated, ...told] = /^assert\s+(?!=)/.test(plain) ? splitOutside(plain, ',') : []
  if (stated !== undefined) return told.length === 1 && isMessage(told[0] ?? '') ? stated : text
  const call = CALL.exec(plain)
  if (call === null) return text
  const [inside = ''] = splitOutside(plain.slice(call[0].length), ')')
  const args = splitOutside(inside, ',').filter((part) => part !== '')
  const last = args.at(-1) ?? ''
  if (args.length !== (isOfOne(call[0]) ? 2 : 3) || !isMessage(last)) return text
  const rest = plain.slice(call[0].length + inside.length)
  return `${call[0]}${args.slice(0, -1).join(', ')}${rest}`
}

/** A string and nothing more, with or without what is put into it. */
function isMessage(whole: string): boolean {
  const part = whole.replace(/^\(\s*([\s\S]*?)\s*,?\s*\)$/, '$1')
  const string = /^(?:msg\s*=\s*)?[fr]?(["'`])/.exec(part)
  return string !== null && splitOutside(`(${part})`, ' ').length === 1 && part.endsWith(string[1] ?? '')
}

function isOfOne(call: string): boolean {
  return !/(?:[eE]qual|Is|In)\w*\s*\($/.test(call) || /^expect/.test(call)
}

/** What says of one thing that it holds, or of two that they are equal or not. Of others, the last word may be what is expected. */
const CALL =
  /^(?:await\s+)?(?:expect|assert(?:\.ok)?|assert\.(?:strict\.)?(?:not)?(?:(?:[sS]trict|[dD]eep|[dD]eepStrict)?[eE]qual)|self\.assert(?:True|False|IsNone|IsNotNone|Equals?|NotEqual|Is|IsNot|In|NotIn|(?:List|Dict|Set|Tuple|Sequence|Count)Equal))\s*\(/
