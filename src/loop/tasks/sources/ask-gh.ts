import * as z from 'zod'
import type { Fault } from '#words/fault.ts'
import { userFault } from '#words/user-fault.ts'
import { type Asking, askProgram, firstWrong, oddAnswer, type Question } from './ask-program.ts'
import type { Gh } from './edit-github-issue.ts'

/** Nothing of what it would ask or tell a person. */
export const GH_SETTINGS = {
  GH_PROMPT_DISABLED: '1',
  GH_NO_UPDATE_NOTIFIER: '1',
  GH_SPINNER_DISABLED: '1',
  GH_TELEMETRY: 'false',
  NO_COLOR: '1',
  CLICOLOR_FORCE: '',
  GH_FORCE_TTY: '',
  GH_PAGER: '',
}

export const GH_INSTALL = 'https://cli.github.com'

export type Repository = { readonly name: string; readonly host: string }

const repositorySchema = z.object({ nameWithOwner: z.string().regex(/^[^/]+\/[^/]+$/), url: z.url() })

/** Which of several remotes is meant, and on which server, `gh` knows best. */
export function findRepository(asking: Asking): Repository {
  const answer = runGh({ words: ['repo', 'view', '--json', 'nameWithOwner,url'] }, asking)
  if (answer.kind === 'refused') throw refused(answer.error, 'gh repo view')
  const { nameWithOwner, url } = parseAnswer(answer.output, repositorySchema)
  return { name: nameWithOwner, host: new URL(url).hostname }
}

export function askGh(
  { words, body, ...question }: Parameters<Gh>[0],
  { asking, name, host }: Repository & { asking: Asking },
): ReturnType<Gh> {
  const meant = words.map((word) => word.replace(/^repos\/\{owner\}\/\{repo\}/, `repos/${name}`))
  const input = body === undefined ? [] : ['--input', '-']
  const stdin = body === undefined ? {} : { stdin: JSON.stringify(body) }
  return runGh({ ...question, ...stdin, words: ['api', '--hostname', host, ...meant, ...input] }, asking)
}

function runGh(question: Omit<Question, 'program'>, asking: Asking): ReturnType<Gh> {
  const answer = askProgram({ ...question, program: 'gh' }, asking)
  if (answer.kind === 'answered') return { kind: 'data', output: answer.output }
  const error = answer.errors.trim() || answer.output.trim() || `ended with ${answer.exitCode}`
  const known = faultOf(error, answer.exitCode)
  if (known !== null) throw known
  return { kind: 'refused', error, status: Number(/\(HTTP (\d+)\)/.exec(error)?.[1] ?? 0) || null }
}

export function refused(error: string, hint: string): Fault {
  return userFault('source-refused', { message: `GitHub refused: ${error}`, hint })
}

/** What is wrong with more than the one question. */
function faultOf(error: string, exitCode: number | null): Fault | null {
  const line = error.split('\n', 1)[0] ?? ''
  const say = (code: string, [hint, message = line]: readonly [string, string?]) =>
    userFault(code, { message: `Tasks live in GitHub’s issues here (loop.tasks.source). ${message}`, hint })
  // What it says of remotes names `gh auth login`, too.
  if (/git remotes|not a git repository|no default remote repository/i.test(error))
    return say('source-remote', ['gh repo set-default', `No repository is known: ${line}`])
  if (exitCode === 4 || /gh auth login|HTTP 401|Bad credentials/i.test(error))
    return say('source-login', ['gh auth login', 'gh is not logged in.'])
  if (/rate limit/i.test(error)) return say('source-limit', ['gh api rate_limit'])
  if (/error connecting|dial tcp|no such host|timeout|connection refused|check your internet/i.test(error))
    return say('source-network', ['gh auth status', `GitHub does not answer: ${line}`])
  if (/unknown (?:shorthand )?flag|unknown command/i.test(error))
    return say('source-old', [GH_INSTALL, `This gh is too old: ${line}`])
  return null
}

export function odd(why: string): Fault {
  return oddAnswer({ who: 'gh', why, hint: 'gh issue list' })
}

export function parseAnswer<Schema extends z.ZodType>(text: string, schema: Schema): z.output<Schema> {
  let said: unknown
  try {
    said = JSON.parse(text)
  } catch {
    throw odd('what it printed is not JSON')
  }
  const parsed = schema.safeParse(said)
  if (parsed.success) return parsed.data
  throw odd(firstWrong(parsed.error))
}
