import { isMostlyRust } from './conventions/has-tests-within.ts'
import { hasJavascript } from './conventions/see-conventions.ts'
import { areTestsInPython } from './conventions/with-unittest.ts'
import type { FileKind } from './files/file-kind.ts'
import { isMadeOfScripts } from './files/scripts-in-readme.ts'
import { ecosystemsIn } from './stack/ecosystem-shares.ts'
import { writtenFor } from './stack/written-for.ts'

/** What conventions, and where programs begin, go by beside files with a name: by how much there is of what. */
export function customsOf(kinds: readonly FileKind[]): string {
  return JSON.stringify([
    [...ecosystemsIn(kinds)].sort(),
    writtenFor({ kinds })('javascript'),
    hasJavascript({ kinds }),
    isMostlyRust({ kinds }),
    isMadeOfScripts({ kinds }),
    areTestsInPython({ kinds }),
  ])
}
