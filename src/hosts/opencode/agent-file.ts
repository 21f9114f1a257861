import { type AgentFile, renderAgentFile } from '../agent-file.ts'

/** Measured on 1.18.33: the sub-agent is offered these three tools, and no others. Its name is that of the file. */
export const agentFile: AgentFile = {
  path: (name) => `.opencode/agents/${name}.md`,
  render: ({ description, prompt }) => renderAgentFile({ description, mode: 'subagent', permission }, prompt),
}

/** The last rule that fits counts. opencode asks before it reads secrets, and `allow` alone would do away with that. */
const permission = {
  '*': 'deny',
  read: { '*': 'allow', '*.env': 'deny', '*.env.*': 'deny', '*.env.example': 'allow' },
  glob: 'allow',
  grep: 'allow',
}
