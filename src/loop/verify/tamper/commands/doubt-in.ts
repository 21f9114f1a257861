import { unwrap } from '../../commands-behind.ts'
import { type ShellPart, shellParts, shellWords, unquote } from '../../shell-words.ts'
import { kindOfStep } from './kind-of-step.ts'

/** Why a step around tests could change what they say, with the words that do; null where none is seen to. */
export function doubtIn(line: string): { readonly near: string; readonly why: string } | null {
  const parts = shellParts(line)
  for (const [place, part] of parts.entries()) {
    const near = part.text
    const isLast = place === parts.length - 1
    if (/^exit\b/.test(near) && !isLast && part.joint !== '||')
      return { near, why: `nothing behind \`${near}\` is run` }
    const variable = skippingIn(part)
    if (variable !== null) return { near: variable, why: `\`${variable}\` may leave tests out` }
    const target = writtenTo(near)
    if (target !== null) return { near: target, why: `it writes to \`${target}\`` }
    if (isLetPass(part, parts[place - 1]))
      return { near, why: `a failure of \`${parts[place - 1]?.text}\` does not count` }
  }
  return null
}

/** A variable for the tests, or for all that follow, whose name says that something is left out. */
function skippingIn({ text }: ShellPart): string | null {
  const words = shellWords(text).map(unquote)
  const own = unwrap(words)
  const isExported = /^(?:export|set)$/.test(words[0] ?? '')
  if (!isExported && kindOfStep(own) !== 'tests') return null
  const given = isExported ? words.slice(1) : words.slice(0, words.length - own.length)
  return given.find((word) => SKIPS.test(word) && !SKIPS_NO_TESTS.test(word)) ?? null
}

const SKIPS =
  /^(?:\w+_)?(?:SKIP(?:PED)?|NO_?TESTS?|DISABLE_TESTS?|IGNORE_TESTS?)(?:_\w+)?=(?!(?:0|false|no|off)?$)/i
const SKIPS_NO_TESTS =
  /PREFLIGHT|VALIDATION|DOWNLOAD|INSTALL|BUILD|BINARY|LINT|HOOKS?|UPDATE|CACHE|AUTH|MIGRAT/i

/** What a command beside the tests is told to write that is a test, or what tests are run by. */
function writtenTo(text: string): string | null {
  if (kindOfStep(unwrap(shellWords(text).map(unquote))) === 'tests') return null
  const behind = [...text.matchAll(WRITING)].map(([, target = '']) => unquote(target))
  return behind.find((target) => OF_TESTS.test(target)) ?? null
}

const WRITING =
  /(?:\d?>>?\s*|(?:^|\s)(?:--?o(?:ut(?:put)?)?(?:-?(?:dir|file))?|-d|--dir|--dest(?:ination)?)(?:=|\s+))((?:"[^"]*"|'[^']*'|[^\s"'&|;])+)/gi
const OF_TESTS =
  /(?:^|\/)(?:tests?|specs?|__tests__|node_modules)(?:\/|$)|[._-](?:test|spec)s?\.\w+$|(?:^|\/)test_\w+\.py$/

/** What has to go well before the tests, and need not. Whatever only tidies up need not; of the tests themselves others tell. */
function isLetPass({ joint, text }: ShellPart, before: ShellPart | undefined): boolean {
  if (before === undefined || !/^(?:true|:|exit\s+0|echo\b.*)$/.test(text)) return false
  const isLeft = joint === '||' || (joint === ';' && !/^echo/.test(text))
  const isOfTests = kindOfStep(unwrap(shellWords(before.text).map(unquote))) === 'tests'
  return isLeft && !isOfTests && !TIDIES.test(before.text)
}

const TIDIES =
  /^(?:rm|rimraf|del|del-cli|mkdir|mkdirp|shx|premove|trash|docker|docker-compose|kill|pkill|killall|git|cp|mv|ln|touch|chmod|echo|printf|cd|test|\[|npm (?:i|ci|install)|npx husky|husky)\b/
