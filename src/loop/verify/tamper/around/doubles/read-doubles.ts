import { javascript } from '../../languages/javascript.ts'
import type { DoublesReader } from './contract.ts'
import { pythonDoubles } from './python-doubles.ts'
import { scriptDoubles } from './script-doubles.ts'

/** What reads the doubles of a file in its language; null where nobody does. */
export function readDoubles(path: string): DoublesReader | null {
  if (path.endsWith('.py')) return pythonDoubles
  return javascript.paths.test(path) ? scriptDoubles : null
}
