import { basename } from 'node:path'
import type { Host } from '../contract.ts'
import { agentFile } from './agent-file.ts'
import { loadInstructions } from './load-instructions.ts'
import { FILE_NAMES } from './settings.ts'

export const opencode: Host = {
  title: 'opencode',
  basis: 'measured on 1.18.33',
  signs: {
    project: ['.opencode', 'opencode.json', 'opencode.jsonc'],
    home: ['.config/opencode'],
    programs: ['opencode'],
  },
  install: 'npm install --global opencode-ai',
  instructionFile: null,
  agentFile,
  recognises: (path) => FILE_NAMES.includes(basename(path)),
  loadInstructions,
  drive: null,
}
