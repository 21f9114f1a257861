import type { Host } from '../contract.ts'
import { agentFile } from './agent-file.ts'
import { isRecognised } from './is-recognised.ts'
import { loadInstructions } from './load-instructions.ts'

export const copilot: Host = {
  title: 'GitHub Copilot CLI',
  basis: 'measured on 1.0.102',
  signs: {
    project: ['.github/copilot-instructions.md', '.github/instructions'],
    home: ['.copilot'],
    programs: ['copilot'],
  },
  install: 'npm install --global @github/copilot',
  instructionFile: {
    path: '.github/copilot-instructions.md',
    template: 'copilot.md',
    readsAgentsFile: () => true,
    always: false,
    hidesAgentsFiles: false,
  },
  agentFile,
  recognises: isRecognised,
  loadInstructions,
  drive: null,
}
