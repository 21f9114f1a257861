import type { ManifestKind } from './manifest.ts'
import { linesOf } from './reading/lines-of.ts'

export const goWork: ManifestKind = {
  path: /(^|\/)go\.work$/,
  read: (_path, text) => {
    const members = linesOf(text).flatMap(
      (line) => /^\s*(?:use\s+)?"?(\.{1,2}(?:\/[^\s"()]*)?)"?\s*(?:\/\/.*)?$/.exec(line)?.[1] ?? [],
    )
    return { workspace: { name: 'Go workspace', members } }
  },
}
