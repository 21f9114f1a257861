import { ignoringIn, RUNNER } from './weakened-by.ts'

/** Whether a file is, by its name, a script that runs tests. */
export function isTestScript(path: string): boolean {
  return /(?:^|\/)[^/]*\b(?:run[-_]?)?(?:tests?|check|verify|ci)\b[^/]*\.(?:ba|z)?sh$|(?:^|\/)(?:run[-_]?tests?|[\w-]*[-_]tests?|tests?[-_][\w-]*)\.(?:ba|z)?sh$/i.test(
    path,
  )
}

/** What in a script makes the failure of the tests that it runs go unnoticed. */
export function hiddenIn(script: string): string | null {
  const lines = script
    .split('\n')
    .map((line) => line.replace(/(?:^|\s)#.*$/, '').trim())
    .filter((line) => line !== '')
  const ignored = lines.find((line) => RUNNER.test(line) && ignoringIn(line) !== null)
  if (ignored !== undefined) return ignored
  // Where the first failure ends the script, the last line is reached by nobody else.
  const isStrict = /^#!.*\s-\w*e|^\s*set\s+(?:-\w*e|-o\s+errexit)/m.test(script)
  const last = lines.at(-1) ?? ''
  const former = lines.slice(0, -1).join('\n')
  const isKept = /\$\?|\bexit\s+[1-9$]|\bif\b|\|\|/.test(former)
  return !isStrict && !isKept && /^(?:exit\s+0|true|:)$/.test(last) && RUNNER.test(former) ? last : null
}
