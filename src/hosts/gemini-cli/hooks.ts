import type { HookAnswer } from '#words/hook-call.ts'
import { denialText } from '../denial-text.ts'
import type { HookDialect } from '../hook-dialect.ts'
import { type HookTongue, parseHook, pathFrom, textIn } from '../parse-hook.ts'
import { lastWords } from './last-words.ts'

/** Gemini CLI, as heard from 0.61.0. */
export const geminiCliHooks: HookDialect = {
  parse: (payload) => parseHook(payload, tongue),
  // One object and exit code 0, for every event: the answer of other hosts is ignored here, and the tool runs.
  render: (decision, question): HookAnswer => {
    const stdout =
      decision.kind === 'allow'
        ? ''
        : `${JSON.stringify({ decision: 'deny', reason: denialText(decision, question) })}\n`
    return { stdout, stderr: '', exitCode: 0 }
  },
  settingsFiles: ['.gemini/settings.json'],
  projectVariable: 'GEMINI_PROJECT_DIR',
}

const tongue: HookTongue = {
  moments: { BeforeTool: 'before', AfterTool: 'after', AfterAgent: 'finish' },
  tools: {
    write_file: (input, cwd) => {
      const path = pathFrom(cwd, input['file_path'])
      const text = input['content']
      return path === null || typeof text !== 'string' ? null : [{ kind: 'write', path, text }]
    },
    replace: (input, cwd) => {
      const path = pathFrom(cwd, input['file_path'])
      const { old_string: from, new_string: to, allow_multiple: all = false } = input
      if (path === null || typeof from !== 'string' || typeof to !== 'string' || typeof all !== 'boolean')
        return null
      return [{ kind: 'write', path, text: to, edits: [{ from, to, isEverywhere: all }] }]
    },
    run_shell_command: (input, cwd) => {
      const command = textIn(input, 'command')
      const folder = pathFrom(cwd, input['dir_path'] || '.')
      return command === null || folder === null ? null : [{ kind: 'run', command, cwd: folder }]
    },
    read_file: (input, cwd) => {
      const path = pathFrom(cwd, input['file_path'])
      return path === null ? null : [{ kind: 'read', path }]
    },
    read_many_files: (input, cwd) => {
      const spelled = input['include']
      if (!Array.isArray(spelled) || spelled.length === 0) return null
      const paths = spelled.flatMap((path) => pathFrom(cwd, path) ?? [])
      return paths.length === spelled.length ? paths.map((path) => ({ kind: 'read', path })) : null
    },
  },
  lastWords: ({ prompt_response: heard }) => (typeof heard === 'string' ? lastWords(heard) : heard),
  callerOf: () => ({ kind: 'unknown' }),
}
