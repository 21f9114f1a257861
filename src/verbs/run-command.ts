import { shellWord } from '#kit/shell-word.ts'

type Run = {
  readonly objective: string
  readonly task?: string | undefined
  readonly ready: boolean
  readonly most?: number | undefined
  readonly test: string
  readonly model: string
  readonly tier?: string | undefined
}

/** What to type for a run with another model. What shall be done and what proves it is said again, and none of it is lost. */
export function runCommand({ objective, task, ready, most, test, model, tier }: Run): string {
  const words = [
    ...(objective === '' ? [] : [objective]),
    ...(task === undefined || ready ? [] : ['--task', task]),
    ...(ready ? ['--ready'] : []),
    ...(most === undefined ? [] : ['--most', `${most}`]),
    // In one word, so that it may begin with a dash.
    ...(test === '' ? [] : [`--test=${test}`]),
    ...['--model', model],
    ...(tier === undefined ? [] : ['--tier', tier]),
  ]
  return ['keel', 'run', ...words].map(shellWord).join(' ')
}
