import type { Action, TextEdit } from '#words/action.ts'
import type { HookAnswer } from '#words/hook-call.ts'
import { denialText } from '../denial-text.ts'
import type { HookDialect, Question } from '../hook-dialect.ts'
import {
  type Fields,
  type HookTongue,
  isFields,
  parseHook,
  pathFrom,
  type ReadTool,
  textIn,
} from '../parse-hook.ts'

/** Claude Code, as heard from 2.1.197 and 2.1.325. */
export const claudeCodeHooks: HookDialect = {
  parse: (payload) => parseHook(payload, tongue),
  render: (decision, question) =>
    decision.kind === 'allow' ? SILENCE : deny(denialText(decision, question), question),
  settingsFiles: ['.claude/settings.json', '.claude/settings.local.json'],
  projectVariable: 'CLAUDE_PROJECT_DIR',
}

const SILENCE: HookAnswer = { stdout: '', stderr: '', exitCode: 0 }

/**
 * Said three times over: exit code 2 blocks wherever something can be blocked, whatever becomes of stdout. Only a
 * permission request does not heed it, and wants its answer on stdout alone.
 */
function deny(reason: string, question: Question | null): HookAnswer {
  const stderr = `${reason}\n`
  switch (question?.moment) {
    case undefined:
    case 'other':
      return { stdout: '', stderr, exitCode: 2 }
    case 'before': {
      const hookEventName = question?.event
      if (hookEventName === PERMISSION)
        return json({
          hookSpecificOutput: { hookEventName, decision: { behavior: 'deny', message: reason } },
        })
      const denied = { permissionDecision: 'deny', permissionDecisionReason: reason }
      return { ...json({ hookSpecificOutput: { hookEventName, ...denied } }), stderr, exitCode: 2 }
    }
    case 'after':
    case 'finish':
      return { ...json({ decision: 'block', reason }), stderr, exitCode: 2 }
  }
}

function json(answer: unknown): HookAnswer {
  return { stdout: `${JSON.stringify(answer)}\n`, stderr: '', exitCode: 0 }
}

const PERMISSION = 'PermissionRequest'

const run: ReadTool = (input, cwd) => {
  const command = textIn(input, 'command')
  return command === null ? null : [{ kind: 'run', command, cwd }]
}

const tongue: HookTongue = {
  moments: {
    PreToolUse: 'before',
    [PERMISSION]: 'before',
    PostToolUse: 'after',
    Stop: 'finish',
    SubagentStop: 'finish',
  },
  tools: {
    Write: (input, cwd) => {
      const path = pathFrom(cwd, input['file_path'])
      const text = input['content']
      return path === null || typeof text !== 'string' ? null : [{ kind: 'write', path, text }]
    },
    Edit: (input, cwd) => edited(pathFrom(cwd, input['file_path']), [input]),
    MultiEdit: (input, cwd) => edited(pathFrom(cwd, input['file_path']), input['edits']),
    NotebookEdit: (input, cwd) => {
      const path = pathFrom(cwd, input['notebook_path'])
      const text = input['new_source'] ?? null
      return path === null || (text !== null && typeof text !== 'string')
        ? null
        : [{ kind: 'write', path, text }]
    },
    Read: (input, cwd) => {
      const path = pathFrom(cwd, input['file_path'])
      return path === null ? null : [{ kind: 'read', path }]
    },
    Bash: run,
    PowerShell: run,
  },
  lastWords: (fields) => fields['last_assistant_message'],
  // Present inside a sub-agent only.
  callerOf: (fields) => {
    const id = textIn(fields, 'agent_id')
    return id === null ? { kind: 'main' } : { kind: 'agent', id, type: textIn(fields, 'agent_type') }
  },
}

function edited(path: string | null, list: unknown): readonly Action[] | null {
  if (path === null || !Array.isArray(list) || list.length === 0) return null
  const edits = list.flatMap((edit) => editFrom(edit) ?? [])
  if (edits.length !== list.length) return null
  return [{ kind: 'write', path, text: edits.map(({ to }) => to).join('\n'), edits }]
}

function editFrom(edit: unknown): TextEdit | null {
  if (!isFields(edit)) return null
  const { old_string: from, new_string: to, replace_all: all = false }: Fields = edit
  if (typeof from !== 'string' || typeof to !== 'string' || typeof all !== 'boolean') return null
  return { from, to, isEverywhere: all }
}
