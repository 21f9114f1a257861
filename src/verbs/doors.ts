import { hookDialects } from '#hosts/hook-dialects.ts'
import { anyVerb, verbNames } from './all.ts'
import type { DoorName } from './door-names.ts'
import type { Example } from './verb.ts'

/**
 * A word after `keel` that is no verb: behind it other programs meet keel, in a protocol of their own. Help and the
 * reference page show doors beside the verbs; no surface offers them.
 */
export type Door = {
  readonly name: string
  /** One sentence, as in a list. */
  readonly summary: string
  readonly details: string
  readonly examples: readonly Example[]
  /** What has to follow its name. */
  readonly takes?: string
}

const tools = verbNames
  .map(anyVerb)
  .flatMap(({ name, tool }) => (tool === null ? [] : `${tool.name} (keel ${name})`))

export const doors = {
  hook: {
    name: 'hook',
    takes: '<host>',
    summary: 'Answer a host that asks whether its agent may do something.',
    details:
      'A host runs this before every action of its agent and at the end of a turn, and gives the question on standard ' +
      'input. What keel lets through, it lets through in silence. What a guard denies is denied in the words of that host, with the ' +
      'reason, and stands in the journal. Whatever goes wrong, nothing is let through because of it. Two guards are built in: ' +
      'protected-files keeps guards, the settings of hosts and keel’s records from being changed; evidence-before-done keeps a ' +
      `task from being called done before keel has seen its tests pass. More are files in .keel/guards. Hosts: ${Object.keys(hookDialects).join(', ')}.`,
    examples: [
      { command: 'keel hook claude-code < question.json', explains: 'answer as a hook of Claude Code would' },
    ],
  },
  mcp: {
    name: 'mcp',
    summary: 'Offer keel to agents as tools, over MCP.',
    details:
      `Speaks the Model Context Protocol on standard input and output, for a host to start in a project. Its tools: ${tools.join(', ')}. ` +
      'It ends when the host closes its end.',
    examples: [
      { command: 'claude mcp add --scope project keel -- keel mcp', explains: 'Claude Code' },
      { command: 'codex mcp add keel -- keel mcp', explains: 'Codex' },
      {
        command: `{ "mcpServers": { "keel": { "command": "keel", "args": ["mcp"] } } }`,
        explains: 'in .mcp.json, .gemini/settings.json or .cursor/mcp.json',
      },
    ],
  },
} as const satisfies Record<DoorName, Door>
