import { relative } from 'node:path'
import { detectSection } from '#context/sections/section.ts'
import { hostNames, hosts } from '#hosts/registry.ts'
import type { Place } from '#words/place.ts'
import { instructionFiles } from './context.ts'

/** What to tell the user where a host's limit cuts a file before keel's section in it has arrived. */
export function unseenSections(place: Place): string[] {
  const candidates = instructionFiles(place)
  return hostNames.flatMap((name) => {
    const { title, loadInstructions } = hosts[name]
    const { loaded, unloaded } = loadInstructions({ place: { ...place, cwd: place.root }, candidates })
    const cut = [
      ...loaded.flatMap(({ path, cut, text }) => (cut === null ? [] : [{ path, text }])),
      ...unloaded.flatMap(({ path, kind }) => (kind === 'cut' ? [{ path, text: '' }] : [])),
    ]
    return cut.flatMap(({ path, text }) => {
      const file = relative(place.root, path)
      const section = detectSection({ root: place.root, path: file })
      const lastLine = section.kind === 'present' ? (section.content.split('\n').at(-1) ?? '') : ''
      if (lastLine === '' || text.includes(lastLine)) return []
      return [
        `${title} cuts ${file} before keel’s section has arrived. Move the section to the top: it stays where you put it.`,
      ]
    })
  })
}
