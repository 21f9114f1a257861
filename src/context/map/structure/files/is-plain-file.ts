import { isLookedInto } from '../conventions/with-unittest.ts'
import { manifestKindOf } from '../manifests/all.ts'
import { readPresence } from '../manifests/presence.ts'
import { mayBegin } from './find-entry-points.ts'
import { isKeyFile } from './find-key-files.ts'
import { INCLUDING, type InventoryFile } from './take-inventory.ts'

/**
 * Whether nobody asks for a file by its name or place, and it only counts: it is no manifest and no key file, no program
 * begins in it, nor is it of those that are looked into.
 */
export function isPlainFile(file: InventoryFile): boolean {
  const { path, name, role, language } = file
  return (
    role !== 'generated' &&
    role !== 'vendored' &&
    !(role === 'test' && isLookedInto(name)) &&
    !SOUGHT.has(language ?? '') &&
    // A folder that is called so may be a part of the program, which all files in it decide.
    !path.includes('/test') &&
    manifestKindOf(path) === null &&
    readPresence(path) === null &&
    !isKeyFile(file) &&
    !mayBegin(file)
  )
}

/** Headers are in the language that most of the rest is in; of Rust, some files are read; scripts may be told of by the README. */
const SOUGHT: ReadonlySet<string> = new Set([...INCLUDING, 'Rust', 'Shell'])
