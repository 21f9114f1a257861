import { isAbsolute } from 'node:path'
import { findUp } from '#kit/find-up.ts'

/** The nearest folder at or above this one that holds a marker; where there is none, the folder itself. */
export function boundaryOf(directory: string, markers: readonly string[]): string {
  const usable = markers.filter((marker) => !isAbsolute(marker) && !marker.includes('..'))
  return findUp(directory, usable) ?? directory
}
