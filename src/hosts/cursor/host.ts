import type { Host } from '../contract.ts'
import { agentFile } from './agent-file.ts'
import { isRecognised } from './is-recognised.ts'
import { loadInstructions } from './load-instructions.ts'

export const cursor: Host = {
  title: 'Cursor',
  basis: 'by its documentation, not measured',
  signs: { project: ['.cursor', '.cursorrules'], home: ['.cursor'], programs: ['cursor-agent', 'cursor'] },
  install: null,
  instructionFile: {
    path: '.cursor/rules/keel.mdc',
    template: 'cursor.md',
    readsAgentsFile: () => true,
    preamble: '---\ndescription: How work is done in this repository\nalwaysApply: true\n---\n\n',
    always: false,
    hidesAgentsFiles: false,
  },
  agentFile,
  recognises: isRecognised,
  loadInstructions,
  drive: null,
}
