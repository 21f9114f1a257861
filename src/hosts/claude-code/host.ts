import type { Host } from '../contract.ts'
import { agentFile } from './agent-file.ts'
import { drive } from './drive.ts'
import { loadInstructions } from './load-instructions.ts'
import { folderOf } from './own-files.ts'

export const claudeCode: Host = {
  title: 'Claude Code',
  basis: 'measured on 2.1.325',
  signs: { project: ['.claude', 'CLAUDE.md', 'CLAUDE.local.md'], home: ['.claude'], programs: ['claude'] },
  install: 'npm install --global @anthropic-ai/claude-code',
  instructionFile: {
    path: 'CLAUDE.md',
    template: 'claude-code.md',
    readsAgentsFile: () => false,
    always: true,
    hidesAgentsFiles: true,
  },
  agentFile,
  recognises: (path) => folderOf(path) !== null,
  loadInstructions,
  drive,
}
