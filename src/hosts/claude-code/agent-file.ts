import { type AgentFile, renderAgentFile } from '../agent-file.ts'

/** Measured on 2.1.325: the sub-agent is offered these three tools, and no others. */
export const agentFile: AgentFile = {
  path: (name) => `.claude/agents/${name}.md`,
  render: ({ name, description, prompt }) =>
    renderAgentFile({ name, description, tools: 'Read, Glob, Grep' }, prompt),
}
