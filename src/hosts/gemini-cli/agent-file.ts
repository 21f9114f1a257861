import { type AgentFile, renderAgentFile } from '../agent-file.ts'

/**
 * Measured on 0.61.0: the sub-agent is offered these three tools, and one to say that it is done. The file is loaded in a
 * trusted folder, once the user has acknowledged it; until then Gemini CLI asks at its start, and without a terminal does not load it.
 */
export const agentFile: AgentFile = {
  path: (name) => `.gemini/agents/${name}.md`,
  render: ({ name, description, prompt }) =>
    renderAgentFile({ name, description, tools: ['read_file', 'glob', 'grep_search'] }, prompt),
}
