import { relative } from 'node:path'
import { detectSection } from '#context/sections/section.ts'
import { hosts } from '#hosts/registry.ts'
import type { Place } from '#words/place.ts'
import { cutFiles } from './cut-files.ts'

/** What to tell the user where a host's limit cuts a file before keel's section in it has arrived. */
export function unseenSections(place: Place): string[] {
  return cutFiles({ ...place, cwd: place.root }).flatMap(({ host, path, text }) => {
    const file = relative(place.root, path)
    const section = detectSection({ root: place.root, path: file })
    const lastLine = section.kind === 'present' ? (section.content.split('\n').at(-1) ?? '') : ''
    if (lastLine === '' || text.includes(lastLine)) return []
    return [
      `${hosts[host].title} cuts ${file} before keel’s section has arrived. Move the section to the top: it stays where you put it.`,
    ]
  })
}
