import { misuse, userFault } from '#words/user-fault.ts'

type Wishes = {
  readonly objective: string
  readonly task?: string | undefined
  readonly test: string
  readonly host?: string | undefined
  readonly model?: string | undefined
  readonly ready: boolean
  readonly most?: number | undefined
  readonly resume: boolean
  readonly takeChanges: boolean
}

/** A run is about one thing. Whoever typed something else beside it must not believe that it was heard. */
export function assertOneWish(input: Wishes): void {
  if (input.resume) assertNothingElse(input)
  else assertOne(input)
}

function assertOne(input: Wishes): void {
  if (input.takeChanges)
    throw misuse({
      message: '--take-changes says what a resumed run may take for its own, and nothing without --resume.',
      hint: 'keel run --resume --take-changes',
    })
  if (input.most !== undefined && !input.ready)
    throw misuse({
      message: '--most says how many tasks are taken, and nothing without --ready.',
      hint: `keel run --ready --most ${input.most}`,
    })
  if (input.ready && (input.objective !== '' || input.task !== undefined))
    throw misuse({
      message: 'With --ready the tasks that are ready are worked on, and nothing else.',
      hint: 'keel run --ready',
    })
  if (input.task !== undefined && input.objective !== '')
    throw misuse({
      message: 'A run works on a task or on an objective, not on both.',
      hint: `keel run --task ${input.task}`,
    })
}

/** What a run was begun with, it ends with. */
function assertNothingElse(input: Wishes): void {
  const given = BEGUN_WITH.filter((field) => (input[field] ?? '') !== '' && input[field] !== false)
  if (given.length === 0) return
  const names = given.map((field) => (field === 'objective' ? 'an objective' : `--${field}`)).join(', ')
  throw userFault('resumed-as-begun', {
    message: `A run is resumed as it was begun: ${names} cannot be given with --resume.`,
    hint: 'keel run --resume',
  })
}

const BEGUN_WITH = ['objective', 'task', 'test', 'host', 'model', 'ready', 'most'] as const
