import { stringify } from 'yaml'

/** A sub-agent as keel describes it, whichever host it is for. */
export type AgentDefinition = {
  readonly name: string
  /** By this an agent decides whether to ask it. */
  readonly description: string
  readonly prompt: string
}

/** How a host is told of a sub-agent that only reads. */
export type AgentFile = {
  readonly path: (name: string) => string
  readonly render: (definition: AgentDefinition) => string
}

/** Front matter and a prompt, as most hosts want them. A line is never folded: not every host reads YAML with a parser. */
export function renderAgentFile(fields: Readonly<Record<string, unknown>>, prompt: string): string {
  return `---\n${stringify(fields, { lineWidth: 0 })}---\n\n${prompt.trim()}\n`
}
