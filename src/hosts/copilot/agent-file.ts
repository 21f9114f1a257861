import { type AgentFile, renderAgentFile } from '../agent-file.ts'

/**
 * Measured on 1.0.102: of these two come `view`, `grep` and `glob`, and no others. A definition of the same name that is
 * another host's is read as well, and this one wins.
 */
export const agentFile: AgentFile = {
  path: (name) => `.github/agents/${name}.agent.md`,
  render: ({ name, description, prompt }) =>
    renderAgentFile({ name, description, tools: ['read', 'search'] }, prompt),
}
