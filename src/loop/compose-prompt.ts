export type PromptParts = {
  readonly runloop: string
  readonly objective: string
  readonly test: string
  /** What was chosen for the objective, as Markdown. */
  readonly pack: string
  /** What the task is a part of; null where it is a part of nothing. */
  readonly epic: string | null
  /** What attempts before this one came to; null on the first. */
  readonly retry: string | null
}

/** All that an attempt starts with. Nothing of an earlier one but what keel itself saw. */
export function composePrompt({ runloop, objective, test, pack, epic, retry }: PromptParts): string {
  return [
    runloop.trim(),
    `# Your task\n\n${objective.trim()}`,
    `After you, keel runs \`${test}\` on the tree you leave behind, and commits only what passes. When you are done, end your last message with \`${PROMISE}\` alone on its last line.`,
    ...(epic === null ? [] : [epic]),
    ...(retry === null ? [] : [retry]),
    ...(pack === '' ? [] : [`# Context chosen for this task\n\n${pack.trim()}`]),
  ].join('\n\n')
}

const PROMISE = '<promise>COMPLETE</promise>'
