import type { Evidence } from '#words/evidence.ts'

export type PromptParts = {
  readonly runloop: string
  readonly objective: string
  readonly test: string
  /** What was chosen for the objective, as Markdown. */
  readonly pack: string
  /** What the last attempt left; null on the first. */
  readonly last: { readonly evidence: Evidence | null; readonly trouble: string } | null
}

/** All that an attempt starts with. Nothing of an earlier one but what keel itself saw. */
export function composePrompt({ runloop, objective, test, pack, last }: PromptParts): string {
  return [
    runloop.trim(),
    `# Your task\n\n${objective.trim()}`,
    `After you, keel runs \`${test}\` on the tree you leave behind, and commits only what passes. When you are done, end your last message with \`${PROMISE}\` alone on its last line.`,
    ...(last === null ? [] : [lastAttempt(last)]),
    ...(pack === '' ? [] : [`# Context chosen for this task\n\n${pack.trim()}`]),
  ].join('\n\n')
}

const PROMISE = '<promise>COMPLETE</promise>'

function lastAttempt({ evidence, trouble }: NonNullable<PromptParts['last']>): string {
  const parts = [`# What the last attempt left\n\n${trouble}`]
  if (evidence !== null && evidence.failing.length > 0) {
    parts.push(`Failing tests:\n\n${evidence.failing.map(({ id }) => `- ${id}`).join('\n')}`)
  }
  if (evidence !== null && evidence.tail !== '') {
    parts.push(`The end of the log of \`${evidence.command}\`:\n\n\`\`\`\`\n${evidence.tail}\n\`\`\`\``)
  }
  return parts.join('\n\n')
}
