import { isUtf8 } from 'node:buffer'
import {
  BYTE_ORDER_MARK,
  findRegion,
  type Malformation,
  type Region,
  renderRegion,
  type Section,
  toByteString,
} from './region.ts'

/** What putting a section into a file's bytes comes to. Pure: bytes in, bytes out. */
export type Placement =
  | { readonly kind: 'created'; readonly after: Buffer; readonly remarks: readonly Remark[] }
  | { readonly kind: 'updated'; readonly after: Buffer; readonly remarks: readonly Remark[] }
  | { readonly kind: 'unchanged'; readonly remarks: readonly Remark[] }
  | { readonly kind: 'conflict'; readonly conflict: Conflict }

/** What taking it out comes to. `after: null` means that keel had created the file and nobody added to it. */
export type Removal =
  | { readonly kind: 'removed'; readonly after: Buffer | null; readonly remarks: readonly Remark[] }
  | { readonly kind: 'unchanged'; readonly remarks: readonly Remark[] }
  | { readonly kind: 'conflict'; readonly conflict: Conflict }

/** Why a file was left exactly as it is. */
export type Conflict =
  | { readonly kind: Malformation; readonly lines: readonly number[] }
  | { readonly kind: 'open-code'; readonly lines: readonly number[] }
  | { readonly kind: 'utf-16' }
  | { readonly kind: 'binary' }

/** Something the user should know about a file that was handled. */
export type Remark =
  | { readonly kind: 'edited'; readonly edit: Buffer }
  | { readonly kind: 'newer-version'; readonly version: number }
  | { readonly kind: 'quoted'; readonly lines: readonly number[] }
  | { readonly kind: 'imports-agents-file' }
  | { readonly kind: 'hard-linked' }
  | { readonly kind: 'invalid-utf-8' }

export type SectionSource = Section & {
  /** Text that a file of our own making starts with, such as the front matter that a host asks for. */
  readonly preamble?: string
  /** AGENTS.md itself cannot leave the section to AGENTS.md. */
  readonly isAgentsFile?: boolean
}

/** Appends the section, refreshes it in place, or leaves the file alone. Nothing outside the region changes. */
export function placeSection(before: Buffer | null, section: SectionSource): Placement {
  if (before === null) {
    const text = `${toByteString(section.preamble ?? '')}${renderRegion(section, '\n')}\n`
    return { kind: 'created', after: toBytes(text), remarks: [] }
  }
  const unfit = unfitness(before)
  if (unfit !== null) return { kind: 'conflict', conflict: unfit }
  const text = before.toString('latin1')
  const finding = findRegion(text)
  switch (finding.kind) {
    case 'malformed':
      return { kind: 'conflict', conflict: { kind: finding.problem, lines: finding.lines } }
    case 'present':
      return refresh(section, { text, region: finding.region, remarks: remarksOn(before, finding.quotedAt) })
    case 'absent': {
      const remarks = remarksOn(before, finding.quotedAt)
      if (section.isAgentsFile !== true && isAgentsImport(text))
        return { kind: 'unchanged', remarks: [...remarks, { kind: 'imports-agents-file' }] }
      // What is appended there would be code today, and a quotation as soon as somebody closes it.
      if (finding.openCodeAt !== null) {
        return { kind: 'conflict', conflict: { kind: 'open-code', lines: [finding.openCodeAt] } }
      }
      return { kind: 'created', after: toBytes(append(text, section)), remarks }
    }
  }
}

/** Takes out the region and the separators that `placeSection` had put around it. */
export function liftSection(before: Buffer, { preamble = '' }: { preamble?: string } = {}): Removal {
  const unfit = unfitness(before)
  const text = before.toString('latin1')
  // A file that became unfit since may still have a section, which somebody should know.
  if (unfit !== null) {
    return text.includes('KEEL') ? { kind: 'conflict', conflict: unfit } : { kind: 'unchanged', remarks: [] }
  }
  const finding = findRegion(text)
  switch (finding.kind) {
    case 'malformed':
      return { kind: 'conflict', conflict: { kind: finding.problem, lines: finding.lines } }
    case 'absent': {
      const { quotedAt: lines } = finding
      return { kind: 'unchanged', remarks: lines.length === 0 ? [] : [{ kind: 'quoted', lines }] }
    }
    case 'present': {
      const rest = withoutRegion({ text, region: finding.region, preamble: toByteString(preamble) })
      return {
        kind: 'removed',
        after: rest === null ? null : toBytes(rest),
        remarks: editRemark(finding.region),
      }
    }
  }
}

/** The text around the region, or the whole text where there is none. */
export function foreignText(bytes: Buffer): string {
  const text = bytes.toString('latin1')
  const finding = findRegion(text)
  const rest =
    finding.kind === 'present'
      ? `${text.slice(0, finding.region.start)}${text.slice(finding.region.end)}`
      : text
  return Buffer.from(rest, 'latin1').toString('utf8')
}

function refresh(
  section: Section,
  { text, region, remarks }: { text: string; region: Region; remarks: readonly Remark[] },
): Placement {
  if (region.version > section.version) {
    return { kind: 'unchanged', remarks: [...remarks, { kind: 'newer-version', version: region.version }] }
  }
  const fresh = renderRegion(section, region.eol)
  if (sameButForLineEndings(fresh, region.raw)) return { kind: 'unchanged', remarks }
  return {
    kind: 'updated',
    after: toBytes(`${text.slice(0, region.start)}${fresh}${text.slice(region.end)}`),
    remarks: [...remarks, ...editRemark(region)],
  }
}

/**
 * One blank line, then the region. A file without a final line ending stays one: that is how `liftSection`
 * later knows which separators were ours, and an empty file from one that keel created.
 */
function append(text: string, section: Section): string {
  const eol = dominantLineEnding(text)
  const region = renderRegion(section, eol)
  if (text === '' || text === BYTE_ORDER_MARK) return `${text}${region}`
  return text.endsWith('\n') ? `${text}${eol}${region}${eol}` : `${text}${eol}${eol}${region}`
}

function withoutRegion({
  text,
  region: { start, end, eol },
  preamble,
}: {
  text: string
  region: Region
  preamble: string
}): string | null {
  const above = text.slice(0, start)
  const below = text.slice(end)
  if (/^\r?\n$/.test(below) && sameButForLineEndings(above, preamble)) return null
  if (below === '') return dropEnd(dropEnd(above, eol), eol)
  const separated = above.endsWith(`\n${eol}`)
  return `${separated ? dropEnd(above, eol) : above}${below.replace(/^\r?\n/, '')}`
}

/** A file whose whole text is `@AGENTS.md` delegates to a file that has the section already. */
function isAgentsImport(text: string): boolean {
  return /^(?:\xef\xbb\xbf)?\s*@(?:\.\/)?AGENTS\.md\s*$/.test(text)
}

/** Why bytes are no text that a section could stand in. */
export function unfitness(bytes: Buffer): Conflict | null {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    return { kind: 'utf-16' }
  return bytes.includes(0) ? { kind: 'binary' } : null
}

function remarksOn(before: Buffer, quotedAt: readonly number[]): Remark[] {
  const remarks: Remark[] = []
  if (!isUtf8(before)) remarks.push({ kind: 'invalid-utf-8' })
  if (quotedAt.length > 0) remarks.push({ kind: 'quoted', lines: quotedAt })
  return remarks
}

function editRemark(region: Region): Remark[] {
  return region.edited ? [{ kind: 'edited', edit: toBytes(region.raw) }] : []
}

function dominantLineEnding(text: string): '\n' | '\r\n' {
  let withReturn = 0
  let bare = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    if (text[at - 1] === '\r') withReturn++
    else bare++
  }
  return withReturn > bare ? '\r\n' : '\n'
}

function sameButForLineEndings(one: string, other: string): boolean {
  return one.replaceAll('\r\n', '\n') === other.replaceAll('\r\n', '\n')
}

function dropEnd(text: string, end: string): string {
  return text.endsWith(end) ? text.slice(0, -end.length) : text
}

function toBytes(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}
