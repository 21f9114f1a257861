export type PlanPromptParts = {
  /** As it was typed. */
  readonly path: string
  readonly specification: string
  /** What was chosen of the repository, as Markdown. */
  readonly pack: string
  /** Titles of the tasks that there are. */
  readonly tasks: readonly string[]
  /** What was wrong with the answer before this one; null where there was none. */
  readonly wrong: { readonly answer: string; readonly reasons: readonly string[] } | null
}

export type PlanPrompt = {
  readonly text: string
  /** How many characters of the specification were left out. */
  readonly cut: number
}

/** All that the initializer is told, within bounds: what is left out is said, to them and to whoever asked. */
export function composePlanPrompt({ path, specification, pack, tasks, wrong }: PlanPromptParts): PlanPrompt {
  const cut = Math.max(0, specification.length - SPECIFICATION_MAX)
  const shown = cut === 0 ? specification : specification.slice(0, SPECIFICATION_MAX)
  const rest = cut === 0 ? '' : `\n\n(The last ${cut} characters were left out. Plan what is here.)`
  const listed = tasks.slice(0, TASKS_MAX).map((title) => `- ${title}`)
  const more = tasks.length > TASKS_MAX ? [`- and ${tasks.length - TASKS_MAX} more`] : []
  const parts = [
    `# The specification, ${path}\n\n<specification>\n${shown.trim()}\n</specification>${rest}`,
    ...(listed.length === 0 ? [] : [`# Tasks that there are already\n\n${[...listed, ...more].join('\n')}`]),
    ...(pack === '' ? [] : [`# What was chosen of the repository\n\n${pack.trim()}`]),
    'Answer with the plan, as one JSON object in a fence. Change no file.',
    ...(wrong === null ? [] : [retryText(wrong)]),
  ]
  return { text: parts.join('\n\n'), cut }
}

const SPECIFICATION_MAX = 80_000
const TASKS_MAX = 200
const ANSWER_MAX = 40_000

function retryText({ answer, reasons }: { answer: string; reasons: readonly string[] }): string {
  return `# Your answer before this one\n\n${answer.slice(0, ANSWER_MAX)}\n\nIt could not be used:\n\n${reasons
    .map((reason) => `- ${reason}`)
    .join('\n')}\n\nAnswer once more, whole, with all of this mended.`
}
