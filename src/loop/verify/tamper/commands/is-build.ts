import { unwrap } from '../../commands-behind.ts'
import { shellParts, shellWords, unquote } from '../../shell-words.ts'
import { doubtIn } from './doubt-in.ts'
import { kindOfStep } from './kind-of-step.ts'

/** Whether a command line only builds or looks, has to go well, and leaves tests alone. */
export function isBuild(line: string): boolean {
  const parts = shellParts(line)
  const isRequired = parts.every(({ joint }) => joint === '' || joint === '&&') && !/&\s*$/.test(line)
  return (
    isRequired &&
    parts.length > 0 &&
    doubtIn(line) === null &&
    parts.every(({ text }) => isBuildStep(unwrap(shellWords(text).map(unquote))))
  )
}

/** The same of a shell script of the project's own, each of whose lines is one. */
export function isBuildScript(text: string): boolean {
  const lines = text
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter(
      (line) =>
        line !== '' && !line.startsWith('#') && !/^(?:set -\w+(?: pipefail)?|cd\b[^&;|]*)$/.test(line),
    )
  return lines.length > 0 && lines.every(isBuild)
}

/** What ends or steers the shell that it stands in builds nothing. */
function isBuildStep(words: readonly string[]): boolean {
  const [program = ''] = words
  return !/^(?:exit|set|unset|true|test|\[)$/.test(program) && kindOfStep(words) === 'beside'
}
