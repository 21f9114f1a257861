/**
 * Adds a note below the heading `## Notes` of a task’s text, which is made where it is missing. Nothing that is there
 * changes; what stands below another heading stays below it.
 */
export function addNote(body: string, { note, newline }: { note: string; newline: string }): string {
  const item = `- ${note.trim().split(/\r?\n/).join(`${newline}  `)}${newline}`
  const end = endOfNotes(body)
  if (end === null) {
    const gap = body === '' ? newline : ''
    return `${gap}${withEnd(body, newline)}${body.trim() === '' ? '' : newline}## Notes${newline}${newline}${item}`
  }
  const above = body.slice(0, end).trimEnd()
  const isFirst = /(?:^|\n)## +Notes$/i.test(above)
  const rest = body.slice(above.length)
  const after = rest.trim() === '' ? '' : `${newline}${rest.trimStart()}`
  return `${above}${newline}${isFirst ? newline : ''}${item}${after}`
}

function withEnd(text: string, newline: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}${newline}`
}

/** Where what belongs to the notes ends; null where there are none. */
function endOfNotes(body: string): number | null {
  const headings = headingsIn(body)
  const own = headings.findIndex(({ line }) => /^## +Notes[ \t\r]*$/i.test(line))
  return own === -1 ? null : (headings[own + 1]?.at ?? body.length)
}

/** Of the first two levels. A heading in a block of code is none. */
function headingsIn(body: string): { line: string; at: number }[] {
  const headings: { line: string; at: number }[] = []
  let at = 0
  let fence: string | null = null
  for (const line of body.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence === null && /^#{1,2} /.test(line)) headings.push({ line, at })
    if (mark !== undefined && fence === null) fence = mark
    else if (fence !== null && mark?.startsWith(fence)) fence = null
    at += line.length + 1
  }
  return headings
}
