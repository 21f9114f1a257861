import { linesOf } from './lines-of.ts'

/** Sections with their keys, as Python's `configparser` reads them: what is indented goes on with the value above. */
export function readIni(text: string): ReadonlyMap<string, ReadonlyMap<string, readonly string[]>> {
  const sections = new Map<string, Map<string, string[]>>()
  let section = sectionIn(sections, '')
  let value: string[] | null = null
  for (const line of linesOf(text)) {
    if (/^\s*([#;]|$)/.test(line)) continue
    const title = /^\[([^\]]{1,200})\]/.exec(line)?.[1]
    if (title !== undefined) {
      section = sectionIn(sections, title.trim())
      value = null
    } else if (/^\s/.test(line)) {
      value?.push(line.trim())
    } else {
      value = enterKey(section, line)
    }
  }
  return sections
}

function enterKey(section: Map<string, string[]>, line: string): string[] {
  const split = line.search(/[=:]/)
  const rest = split === -1 ? '' : line.slice(split + 1).trim()
  const value = rest === '' ? [] : [rest]
  section.set((split === -1 ? line : line.slice(0, split)).trim(), value)
  return value
}

function sectionIn(sections: Map<string, Map<string, string[]>>, title: string): Map<string, string[]> {
  const section = sections.get(title) ?? new Map<string, string[]>()
  sections.set(title, section)
  return section
}
