/**
 * Every file that keel writes, or writes into, for hosts. The hosts say the same, and a test that it is the same: to draw a map
 * no more than these has to be known of them, and to load all that they can takes longer than to parse a file.
 */
export const writtenPaths: readonly string[] = [
  'AGENTS.md',
  'CLAUDE.md',
  'GEMINI.md',
  '.github/copilot-instructions.md',
  '.cursor/rules/keel.mdc',
  '.claude/settings.json',
  '.codex/hooks.json',
  '.gemini/settings.json',
  '.claude/agents/repo-mapper.md',
  '.gemini/agents/repo-mapper.md',
  '.opencode/agents/repo-mapper.md',
  '.github/agents/repo-mapper.agent.md',
  '.cursor/agents/repo-mapper.md',
]
