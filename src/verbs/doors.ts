import { anyVerb, verbNames } from './all.ts'
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
}

const tools = verbNames
  .map(anyVerb)
  .flatMap(({ name, tool }) => (tool === null ? [] : `${tool.name} (keel ${name})`))

export const doors = {
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
} as const satisfies Record<string, Door>

export type DoorName = keyof typeof doors

export const doorNames = Object.keys(doors) as DoorName[]
