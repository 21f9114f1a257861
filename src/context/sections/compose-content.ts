import { foreignText } from './place-section.ts'
import { findRegion } from './region.ts'

/** What goes into one instruction file, given what already stands there. */
export type ContentParts = {
  /** The text for every host, as it stands in AGENTS.md. */
  readonly facts: string
  /** What is particular to this file's host. */
  readonly extra: string
  readonly before: Buffer | null
}

/**
 * The facts reach a host that expands imports once, and only once. A file that already imports AGENTS.md needs
 * no more; a file of keel's own imports it, so that whatever the user writes there arrives too; a file of the
 * user's that keeps apart from AGENTS.md gets the facts as text, because importing would bring in more than keel's.
 */
export function composeContent({ facts, extra, before }: ContentParts): string {
  switch (wayOfFacts(before)) {
    case 'imported-by-user':
      return extra
    case 'import':
      return `@AGENTS.md\n${extra}`
    case 'inline':
      return `${facts.trim()}\n\n${extra}`
  }
}

function wayOfFacts(before: Buffer | null): 'imported-by-user' | 'import' | 'inline' {
  if (before === null) return 'import'
  const foreign = foreignText(before)
  if (IMPORT.test(withoutQuotations(foreign))) return 'imported-by-user'
  const finding = findRegion(before.toString('latin1'))
  const wasImported = finding.kind === 'present' && IMPORT.test(finding.region.content)
  return wasImported || foreign.trim() === '' ? 'import' : 'inline'
}

/** An import in code or in a comment is none, for the hosts that expand imports. */
function withoutQuotations(text: string): string {
  return text
    .replaceAll(/^[ \t]*(```+|~~~+)[\s\S]*?^[ \t]*\1.*$/gm, '')
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/`[^`\n]*`/g, '')
}

const IMPORT = /(?:^|\s)@(?:\.\/)?AGENTS\.md(?=\s|$)/m
