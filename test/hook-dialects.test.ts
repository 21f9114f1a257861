import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lastWords } from '#hosts/gemini-cli/last-words.ts'
import { hookDialects } from '#hosts/hook-dialects.ts'
import { hosts } from '#hosts/registry.ts'
import type { HookAnswer } from '#words/hook-call.ts'
import { CWD, type DialectPromise, type KnownTool, testHookDialect } from './contracts/hook-dialect.ts'

const command = (tool: string): KnownTool => ({
  tool,
  input: { command: 'rm -rf x' },
  does: [{ kind: 'run', command: 'rm -rf x', cwd: CWD }],
  needs: ['command'],
})

const edit = { old_string: 'a', new_string: 'b' }

const patch = `*** Begin Patch
*** Add File: new.md
+status: done
+more
*** Update File: ${CWD}/src/old.ts
*** Move to: src/moved.ts
@@ some context
-gone
+come
*** Delete File: ../dead.ts
*** End Patch
`
const patched = [
  { kind: 'write', path: `${CWD}/new.md`, text: 'status: done\nmore' },
  { kind: 'write', path: `${CWD}/src/old.ts`, text: '' },
  { kind: 'write', path: `${CWD}/src/moved.ts`, text: 'come' },
  { kind: 'remove', path: '/scratch/dead.ts' },
] as const

const promises: Record<string, DialectPromise> = {
  'claude-code': {
    before: 'PreToolUse',
    after: 'PostToolUse',
    finish: { event: 'Stop', words: 'last_assistant_message' },
    tools: [
      {
        tool: 'Write',
        input: { file_path: '/x/a', content: 'text' },
        does: [{ kind: 'write', path: '/x/a', text: 'text' }],
        needs: ['file_path', 'content'],
      },
      {
        tool: 'Edit',
        input: { file_path: 'src/../a', ...edit },
        does: [
          {
            kind: 'write',
            path: `${CWD}/a`,
            text: 'b',
            edits: [{ from: 'a', to: 'b', isEverywhere: false }],
          },
        ],
        needs: ['file_path', 'old_string', 'new_string'],
      },
      {
        tool: 'MultiEdit',
        input: { file_path: '/x/a', edits: [edit, { ...edit, new_string: 'c', replace_all: true }] },
        does: [
          {
            kind: 'write',
            path: '/x/a',
            text: 'b\nc',
            edits: [
              { from: 'a', to: 'b', isEverywhere: false },
              { from: 'a', to: 'c', isEverywhere: true },
            ],
          },
        ],
        needs: ['file_path', 'edits'],
      },
      {
        tool: 'NotebookEdit',
        input: { notebook_path: '/x/n.ipynb', new_source: 'x = 1' },
        does: [{ kind: 'write', path: '/x/n.ipynb', text: 'x = 1' }],
        needs: ['notebook_path'],
      },
      {
        tool: 'Read',
        input: { file_path: '/x/a' },
        does: [{ kind: 'read', path: '/x/a' }],
        needs: ['file_path'],
      },
      command('Bash'),
      command('PowerShell'),
    ],
    expectDenial: ({ stdout, stderr, exitCode }, question) => {
      expect(exitCode).toBe(2)
      expect(stderr.trim()).not.toBe('')
      if (question === null || question.moment === 'other') {
        expect(stdout).toBe('')
        return
      }
      const answer = JSON.parse(stdout)
      const { decision, reason } =
        question.moment === 'before'
          ? {
              decision: answer.hookSpecificOutput.permissionDecision,
              reason: answer.hookSpecificOutput.permissionDecisionReason,
            }
          : answer
      expect({ decision, reason }).toEqual({
        decision: question.moment === 'before' ? 'deny' : 'block',
        reason: expect.stringMatching(/\S/),
      })
    },
  },
  codex: {
    before: 'PreToolUse',
    after: 'PostToolUse',
    finish: { event: 'Stop', words: 'last_assistant_message' },
    tools: [
      command('Bash'),
      { tool: 'apply_patch', input: { command: patch }, does: patched, needs: ['command'] },
    ],
    expectDenial: ({ stdout, stderr, exitCode }, question) => {
      if (question === null || question.moment === 'other') {
        expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 })
        expect(stderr.trim()).not.toBe('')
        return
      }
      expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
      const answer = JSON.parse(stdout)
      const reason = expect.stringMatching(/\S/)
      expect(answer).toEqual(
        question.moment === 'before'
          ? {
              hookSpecificOutput: {
                hookEventName: question.event,
                permissionDecision: 'deny',
                permissionDecisionReason: reason,
              },
            }
          : { decision: 'block', reason },
      )
    },
  },
  'gemini-cli': {
    before: 'BeforeTool',
    after: 'AfterTool',
    finish: { event: 'AfterAgent', words: 'prompt_response' },
    tools: [
      {
        tool: 'write_file',
        input: { file_path: 'sub/a', content: '' },
        does: [{ kind: 'write', path: `${CWD}/sub/a`, text: '' }],
        needs: ['file_path', 'content'],
      },
      {
        tool: 'replace',
        input: { file_path: 'a', ...edit },
        does: [
          {
            kind: 'write',
            path: `${CWD}/a`,
            text: 'b',
            edits: [{ from: 'a', to: 'b', isEverywhere: false }],
          },
        ],
        needs: ['file_path', 'old_string', 'new_string'],
      },
      {
        tool: 'read_file',
        input: { file_path: 'a' },
        does: [{ kind: 'read', path: `${CWD}/a` }],
        needs: ['file_path'],
      },
      {
        tool: 'read_many_files',
        input: { include: ['a', 'b'] },
        does: [
          { kind: 'read', path: `${CWD}/a` },
          { kind: 'read', path: `${CWD}/b` },
        ],
        needs: ['include'],
      },
      command('run_shell_command'),
    ],
    expectDenial: ({ stdout, stderr, exitCode }) => {
      expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
      expect(JSON.parse(stdout)).toEqual({ decision: 'deny', reason: expect.stringMatching(/\S/) })
    },
  },
}

for (const [name, dialect] of Object.entries(hookDialects)) {
  const promise = promises[name]
  if (promise === undefined) throw new Error(`${name} has no promises in this file`)
  testHookDialect(name, dialect, promise)
}

describe('the hooks of every host', () => {
  it('belong to hosts that keel knows', () => {
    expect(Object.keys(hosts)).toEqual(expect.arrayContaining(Object.keys(hookDialects)))
  })

  it('a permission request is denied in words that do not rest on the exit code', () => {
    for (const name of ['claude-code', 'codex']) {
      const answer: HookAnswer | undefined = hookDialects[name]?.render(
        { kind: 'deny', guard: 'g', reason: 'no', action: null },
        { event: 'PermissionRequest', moment: 'before', sentBack: false },
      )
      expect(answer).toMatchObject({ exitCode: 0, stderr: '' })
      expect(JSON.parse(answer?.stdout ?? '')).toEqual({
        hookSpecificOutput: {
          hookEventName: 'PermissionRequest',
          decision: { behavior: 'deny', message: 'keel (g): no' },
        },
      })
    }
  })

  it('last words that come in pieces are put together again', () => {
    const folder = join(import.meta.dirname, 'fixtures/hosts/gemini-cli/hooks')
    const heard = readFileSync(join(folder, 'streamed-promise@0.61.0.jsonl'), 'utf8').replaceAll(
      '$SCRATCH',
      '/s',
    )
    const parsed = hookDialects['gemini-cli']?.parse(heard)
    const [action] = parsed?.kind === 'call' ? parsed.call.actions : []
    expect(action?.kind === 'finish' && action.says).toMatch(/All is done\.\n<promise>COMPLETE<\/promise>$/)
  })

  it('last words are found again, in whatever pieces they came', () => {
    const piece = fc.string({ minLength: 1 }).filter((text) => text.trim() !== '')
    fc.assert(
      fc.property(fc.string(), fc.array(piece, { minLength: 1, maxLength: 6 }), (first, more) => {
        const whole = `${first}${more.join('')}`
        const says = lastWords([whole, ...more].join(' '))
        expect(whole.trimEnd().startsWith(says.trimEnd())).toBe(true)
      }),
    )
    const promise = 'Done.\n<promise>COMPLETE</promise>'
    for (let cut = 1; cut < promise.length; cut++) {
      const pieces = [promise, promise.slice(cut)].join(' ')
      expect(lastWords(pieces).split('\n').at(-1)).toBe('<promise>COMPLETE</promise>')
    }
    expect(lastWords('nothing of the kind')).toBe('nothing of the kind')
    lastWords('a '.repeat(1 << 20))
  })

  it('a patch that comes through the shell is read as well', () => {
    const shell = `cd src && apply_patch <<'EOF'\n${patch}EOF\n`
    const parsed = hookDialects['codex']?.parse(
      JSON.stringify({
        cwd: CWD,
        hook_event_name: 'PreToolUse',
        tool_name: 'Bash',
        tool_input: { command: shell },
      }),
    )
    expect(parsed).toMatchObject({
      call: { actions: [{ kind: 'run', command: shell, cwd: CWD }, ...patched] },
    })
  })

  it('a patch that names no file is unreadable', () => {
    for (const text of [
      '*** Begin Patch\n*** End Patch',
      'no patch',
      '*** Begin Patch\n*** Add File: \n+x',
    ]) {
      const parsed = hookDialects['codex']?.parse(
        JSON.stringify({
          cwd: CWD,
          hook_event_name: 'PreToolUse',
          tool_name: 'apply_patch',
          tool_input: { command: text },
        }),
      )
      expect(parsed?.kind).toBe('unreadable')
    }
  })
})
