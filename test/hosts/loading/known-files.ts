import { readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { isWithin } from '../../../src/kit/confine.ts'
import type { Layout, LoadingFixture } from '../../contracts/loading-fixture.ts'

/** A file of a layout that a host might show. */
export type KnownFile = {
  /** As fixtures have it: relative to the project, or to `~`. */
  readonly path: string
  readonly absolute: string
  readonly bytes: Buffer
  readonly text: string
  readonly isLink: boolean
  /** Where each marker stands in the text. */
  readonly markers: ReadonlyMap<string, number>
}

/** Whatever has a marker, the name of an instruction file, or nothing in it but a mention. */
export function knownFiles(fixture: LoadingFixture, layout: Layout): KnownFile[] {
  const { home, above, project } = layout
  const worktree = fixture.worktree === undefined ? project : resolve(project, fixture.worktree)
  const places = [
    [home, fixture.home],
    [above, fixture.above],
    [project, fixture.tree],
    ...(fixture.worktree === undefined
      ? []
      : ([[worktree, { ...fixture.tree, ...fixture.worktree_tree }]] as const)),
  ] as const
  return places.flatMap(([root, files]) =>
    Object.entries(files).flatMap(([path, value]) => {
      const absolute = join(root, layout.fill(path))
      const bytes = readIfFile(absolute)
      if (
        bytes === null ||
        /settings(?:\.local)?\.json$|config\.toml$|opencode\.jsonc?$|\.claude\.json$/.test(path)
      )
        return []
      const text = bytes.toString('utf8')
      const markers = markersIn(text)
      const isLink = typeof value === 'object' && 'link' in value
      const isNamed = /(?:^|\/)(?:CLAUDE|AGENTS|GEMINI|CONTEXT)[^/]*\.md$/.test(path)
      const isBlank = path.endsWith('.md') && text.trim() === ''
      if (markers.size === 0 && !isNamed && !isBlank && !/^\s*@/.test(text)) return []
      return [{ path: fixturePath(absolute, layout), absolute, bytes, text, isLink, markers }]
    }),
  )
}

function readIfFile(path: string): Buffer | null {
  try {
    return readFileSync(path)
  } catch {
    return null
  }
}

/** UTF-16 has its markers between NULs. */
function markersIn(text: string): Map<string, number> {
  return new Map([...text.replaceAll('\0', '').matchAll(MARKER)].map((match) => [match[0], match.index]))
}

/** The lines by which files are recognised. */
export const MARKER = /MARK [^\s\d]\S*(?: \d{4})?(?!\d)/g

export function fixturePath(absolute: string, { home, project, unfill }: Layout): string {
  const path =
    !isWithin(project, absolute) && isWithin(home, absolute)
      ? `~/${relative(home, absolute)}`
      : relative(project, absolute)
  return unfill(path)
}
