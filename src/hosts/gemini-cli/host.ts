import { basename } from 'node:path'
import type { Host } from '../contract.ts'
import { agentFile } from './agent-file.ts'
import { loadInstructions } from './load-instructions.ts'
import { projectFileNames } from './settings.ts'

export const geminiCli: Host = {
  title: 'Gemini CLI',
  basis: 'measured on 0.61.0',
  signs: { project: ['.gemini', 'GEMINI.md'], home: ['.gemini'], programs: ['gemini'] },
  install: 'npm install --global @google/gemini-cli',
  instructionFile: {
    path: 'GEMINI.md',
    template: 'gemini-cli.md',
    readsAgentsFile: (root) => projectFileNames(root).includes('AGENTS.md'),
    always: false,
    hidesAgentsFiles: false,
  },
  agentFile,
  recognises: (path) => basename(path) === 'GEMINI.md',
  loadInstructions,
  drive: null,
}
