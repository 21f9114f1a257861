import { unwrap } from '../../commands-behind.ts'
import { shellParts, shellWords, unquote } from '../../shell-words.ts'
import { doubtIn } from './doubt-in.ts'
import { isBuildScript } from './is-build.ts'
import { isHarmless } from './is-harmless.ts'
import { kindOfStep, type StepKind } from './kind-of-step.ts'
import type { Commands } from './read-commands.ts'

type Found = { readonly text: string; readonly near: string }

/**
 * What a package's test script comes to, with what npm runs before and after it and with the scripts that it calls. Whatever is
 * new in it has to be known: a program of which nobody knows what it does may print anything, and put anything in the tests' place.
 */
export function compareTestScripts({ before, after, programAt }: Comparing): Found[] {
  if (!(before.has('test') && after.has('test'))) return []
  const [was, is] = [stepsOf(before), stepsOf(after)]
  const known = new Set(was.map(({ text }) => text))
  const unknown = is.filter(
    (step) => step.kind === 'unknown' && !known.has(step.text) && !isPreparation(step, programAt),
  )
  const [first] = unknown
  if (first !== undefined)
    return [
      {
        text: `What tests now starts \`${first.text}\`, and nobody knows what that does to them.`,
        near: first.near,
      },
    ]
  const doubt = newDoubt(was, is)
  if (doubt !== null) return [doubt]
  const isLost = was.some(({ kind }) => kind === 'tests') && !is.some(({ kind }) => kind === 'tests')
  return isLost
    ? [
        {
          text: `“test” was \`${before.get('test')}\`, and runs none of it now.`,
          near: after.get('test') ?? '',
        },
      ]
    : []
}

type Comparing = {
  readonly before: Commands
  readonly after: Commands
  /** The text of a program of the project's own, by its path from where the scripts are run. */
  readonly programAt: (path: string) => string | null
}

/** A script that was changed, in which a step could change what the tests say. */
function newDoubt(was: readonly Step[], is: readonly Step[]): Found | null {
  const [former, scripts] = [was, is].map((steps) => new Set(steps.map(({ script }) => script)))
  const known = new Set([...(former ?? [])].map((script) => doubtIn(script)?.near))
  for (const script of scripts ?? []) {
    const doubt = former?.has(script) === true ? null : doubtIn(script)
    if (doubt !== null && !known.has(doubt.near))
      return { text: `What tests now runs \`${script}\`: ${doubt.why}.`, near: doubt.near }
  }
  return null
}

/** What comes before the tests, has to go well for them to be run, and leaves them alone. */
function isPreparation({ text, near, isRequired }: Step, programAt: Comparing['programAt']): boolean {
  const [program = '', ...rest] = text.split(' ')
  if (!isRequired) return false
  const shell = /^(?:(?:ba|z|da)?sh\s+)?(?:\.\/)?([\w./-]+\.(?:ba|z)?sh)$/.exec(near)?.[1]
  const script = shell === undefined ? null : programAt(shell)
  if (script !== null) return isBuildScript(script)
  if (!/^(?:node|tsx|ts-node|bun)$/.test(program)) return false
  const [file = '', ...more] = rest.filter((word) => word !== 'run')
  const found = file.startsWith('-') || more.some((word) => word.startsWith('-')) ? null : programAt(file)
  return found !== null && isHarmless(found, 'before')
}

type Step = {
  /** Without variables, and without what only starts others. */
  readonly text: string
  readonly kind: StepKind
  /** As it is written. */
  readonly near: string
  /** The whole line that it is a part of. */
  readonly script: string
  /** Whether nothing that follows is run where it fails. */
  readonly isRequired: boolean
}

function stepsOf(commands: Commands): Step[] {
  return ['pretest', 'test', 'posttest'].flatMap((name) => stepsIn(name, { commands, above: [] }))
}

type Within = { readonly commands: Commands; readonly above: readonly string[] }

function stepsIn(name: string, { commands, above }: Within): Step[] {
  const command = commands.get(name)
  if (command === undefined || above.includes(name)) return []
  const parts = shellParts(command)
  const isRequired = parts.every(({ joint }) => joint === '' || joint === '&&')
  return parts.flatMap(({ text }) => {
    const words = unwrap(shellWords(text).map(unquote))
    if (words.length === 0) return []
    const called = calledBy(words, commands)
    if (called.length === 0)
      return [{ text: words.join(' '), kind: kindOfStep(words), near: text, script: command, isRequired }]
    return called
      .flatMap((one) => [`pre${one}`, one, `post${one}`])
      .flatMap((one) => stepsIn(one, { commands, above: [...above, name] }))
  })
}

/** The scripts of the same file that a command stands for. */
function calledBy([program = '', ...rest]: readonly string[], commands: Commands): string[] {
  const names = rest.filter((word) => !word.startsWith('-'))
  if (/^(?:npm-run-all2?|run-s|run-p)$/.test(program))
    return names.flatMap((name) =>
      name.endsWith('*')
        ? [...commands.keys()].filter((key) => key.startsWith(name.slice(0, name.indexOf('*'))))
        : [name],
    )
  if (program === 'node' && rest[0] === '--run') return rest.slice(1, 2)
  if (!/^(?:npm|pnpm|yarn|bun)$/.test(program)) return []
  const name = /^(?:run|run-script)$/.test(names[0] ?? '') ? names[1] : names[0]
  return namedBy(name ?? '', commands)
}

/** pnpm takes a pattern between slashes for all that are named so. */
function namedBy(name: string, commands: Commands): string[] {
  const [, pattern] = /^\/\^?([\w:-]+?)(?:\.\*)?\$?\/$/.exec(name) ?? []
  if (pattern !== undefined) return [...commands.keys()].filter((key) => key.startsWith(pattern))
  return commands.has(name) ? [name] : []
}
