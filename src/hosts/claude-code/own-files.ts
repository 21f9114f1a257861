import { basename, dirname, join } from 'node:path'

/** The files of a folder that are Claude Code's own. */
export function ownFiles(folder: string): {
  claude: string
  dotClaude: string
  local: string
  rules: string
} {
  return {
    claude: join(folder, 'CLAUDE.md'),
    dotClaude: join(folder, '.claude', 'CLAUDE.md'),
    local: join(folder, 'CLAUDE.local.md'),
    rules: join(folder, '.claude', 'rules'),
  }
}

/** The files that stand in for CLAUDE.md where there is none. */
export function agentsFiles(folder: string): string[] {
  return [join(folder, 'AGENTS.md'), join(folder, '.claude', 'AGENTS.md')]
}

/** The folder that a file instructs about; null for a file that Claude Code never looks for. */
export function folderOf(path: string): string | null {
  const hidden = /^(?:(.*)[\\/])?\.claude[\\/](?:CLAUDE\.md|AGENTS\.md|rules[\\/].*\.md)$/.exec(path)
  if (hidden !== null) return hidden[1] ?? '.'
  return ['CLAUDE.md', 'CLAUDE.local.md', 'AGENTS.md'].includes(basename(path)) ? dirname(path) : null
}
