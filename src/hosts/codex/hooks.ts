import type { HookAnswer } from '#words/hook-call.ts'
import { denialText } from '../denial-text.ts'
import type { HookDialect, Question } from '../hook-dialect.ts'
import { type HookTongue, parseHook, textIn } from '../parse-hook.ts'
import { readPatch } from './read-patch.ts'

/** Codex, as heard from 0.166.0. */
export const codexHooks: HookDialect = {
  parse: (payload) => parseHook(payload, tongue),
  render: (decision, question) =>
    decision.kind === 'allow'
      ? { stdout: '', stderr: '', exitCode: 0 }
      : deny(denialText(decision, question), question),
  settingsFiles: ['.codex/hooks.json', '.codex/config.toml'],
  projectVariable: null,
}

/**
 * One way of saying it and nothing besides: any field that Codex does not expect, any mixture of exit code and JSON,
 * makes it take the hook for a failed one, and then the tool runs.
 */
function deny(reason: string, question: Question | null): HookAnswer {
  switch (question?.moment) {
    case undefined:
    case 'other':
      return { stdout: '', stderr: `${reason}\n`, exitCode: 2 }
    case 'before': {
      const hookEventName = question?.event
      return json({
        hookSpecificOutput:
          hookEventName === PERMISSION
            ? { hookEventName, decision: { behavior: 'deny', message: reason } }
            : { hookEventName, permissionDecision: 'deny', permissionDecisionReason: reason },
      })
    }
    case 'after':
    case 'finish':
      return json({ decision: 'block', reason })
  }
}

function json(answer: unknown): HookAnswer {
  return { stdout: `${JSON.stringify(answer)}\n`, stderr: '', exitCode: 0 }
}

const PERMISSION = 'PermissionRequest'

const tongue: HookTongue = {
  moments: {
    PreToolUse: 'before',
    [PERMISSION]: 'before',
    PostToolUse: 'after',
    Stop: 'finish',
    SubagentStop: 'finish',
  },
  tools: {
    Bash: (input, cwd) => {
      const command = textIn(input, 'command')
      if (command === null) return null
      // Codex takes a patch from the shell as well, and then writes the files itself.
      return [{ kind: 'run', command, cwd }, ...(readPatch(command, cwd) ?? [])]
    },
    apply_patch: (input, cwd) => {
      const patch = textIn(input, 'command')
      return patch === null ? null : readPatch(patch, cwd)
    },
  },
  lastWords: (fields) => fields['last_assistant_message'],
  callerOf: (fields) => {
    const id = textIn(fields, 'agent_id')
    return id === null ? { kind: 'main' } : { kind: 'agent', id, type: textIn(fields, 'agent_type') }
  },
}
