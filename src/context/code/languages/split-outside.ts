/** The parts of a list, at the commas that are in no braces or brackets. */
export function splitOutside(list: string): string[] {
  const parts = ['']
  let depth = 0
  for (const character of list) {
    if ('{[('.includes(character)) depth += 1
    if ('}])'.includes(character)) depth -= 1
    if (character === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}
