import { sep } from 'node:path'

/** True for every path that Copilot CLI would load from somewhere. Only the case of file names is free. */
export function isRecognised(path: string): boolean {
  const parts = path.split(sep)
  const name = (parts.pop() ?? '').toLowerCase()
  const folder = ['', ...parts, ''].join('/')
  if (['agents.md', 'claude.md', 'gemini.md'].includes(name)) return true
  if (name === 'copilot-instructions.md') return folder.endsWith('/.github/')
  if (name.startsWith('.')) return false
  return (
    (name.endsWith('.instructions.md') && INSTRUCTION_FOLDER.test(folder)) ||
    (name.endsWith('.md') && RULE_FOLDER.test(folder))
  )
}

/** Hidden folders are passed over in both. */
const INSTRUCTION_FOLDER = /\/\.github\/instructions\/([^./][^/]*\/)*$/
const RULE_FOLDER = /\/\.claude\/rules\/([^./][^/]*\/)*$/
