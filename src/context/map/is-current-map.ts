import { readStamp } from './map-stamp.ts'
import { headings, PASSING } from './render/map-line.ts'

/**
 * Whether a map says of the files what another says. The stamp does not count, so that a change which the map does not show
 * leaves the file alone; nor does what is not in the files: health, which every machine has its own of, and how commits are
 * written, which a clone without history cannot tell.
 */
export function isCurrentMap(map: string, drawn: string): boolean {
  const said = lastingText(map)
  return said !== null && said === lastingText(drawn)
}

/** Null for what is no map of keel's. */
function lastingText(map: string): string | null {
  const stamped = readStamp(map)
  if (stamped === null) return null
  const [lasting = ''] = stamped.text.split(`\n\n${headings.health}\n`, 1)
  const lines = lasting.split('\n').filter((line) => !line.startsWith(PASSING.commits))
  // A heading that nothing else was under is gone with its line.
  return `${lines.join('\n')}\n\n`.replace(`\n\n${headings.structure}\n\n`, '\n\n')
}
