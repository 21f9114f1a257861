import { basename } from 'node:path'
import type { Host } from '../contract.ts'
import { drive } from './drive.ts'
import { loadInstructions } from './load-instructions.ts'

export const codex: Host = {
  title: 'Codex',
  basis: 'measured on 0.166.0',
  signs: { project: ['.codex'], home: ['.codex'], programs: ['codex'] },
  install: 'npm install --global @openai/codex',
  instructionFile: null,
  // Measured on 0.166.0: `.codex/agents/*.toml` is loaded, but has no list of tools, and its `sandbox_mode = "read-only"`
  // gives way to that of whoever asks. What could write must not be called a reader.
  agentFile: null,
  recognises: (path) => ['AGENTS.md', 'AGENTS.override.md'].includes(basename(path)),
  loadInstructions,
  drive,
}
