/** The sentences of a list in Markdown; of a text without one, its paragraphs. */
export function listItems(text: string): string[] {
  const lines = text.split(/\r?\n/)
  const items: string[] = []
  if (!lines.some((line) => ITEM.test(line)))
    return text
      .split(/\r?\n\s*\r?\n/)
      .map(oneLine)
      .filter((one) => one !== '')
  for (const line of lines) {
    const item = ITEM.exec(line)?.[1]
    if (item !== undefined) items.push(item)
    else if (line.trim() !== '' && /^\s/.test(line) && items.length > 0) items.push(`${items.pop()} ${line}`)
  }
  return items.map(oneLine).filter((one) => one !== '')
}

const ITEM = /^\s*(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?(.*)$/

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
