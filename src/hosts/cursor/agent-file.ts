import { type AgentFile, renderAgentFile } from '../agent-file.ts'

/** By its documentation, not measured: Cursor has no list of tools for a sub-agent, but keeps it from writing by `readonly`. */
export const agentFile: AgentFile = {
  path: (name) => `.cursor/agents/${name}.md`,
  render: ({ name, description, prompt }) =>
    renderAgentFile({ name, description, model: 'inherit', readonly: true }, prompt),
}
