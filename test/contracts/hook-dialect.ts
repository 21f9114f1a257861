import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { HookDialect, Question } from '#hosts/hook-dialect.ts'
import type { Action } from '#words/action.ts'
import type { Denial } from '#words/decision.ts'
import type { HookAnswer } from '#words/hook-call.ts'

/** What a host's dialect is held to beside the captures of the real program. */
export type DialectPromise = {
  /** Calls of tools that keel knows: what they do, and the fields without which they make no sense. */
  readonly tools: readonly KnownTool[]
  readonly before: string
  readonly after: string
  readonly finish: { readonly event: string; readonly words: string }
  /** Fails where the host would not take the answer for a denial. */
  readonly expectDenial: (answer: HookAnswer, question: Question | null) => void
}

export type KnownTool = {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  readonly does: readonly Action[]
  readonly needs: readonly string[]
}

export const CWD = '/scratch/project'

const DENIAL: Denial = { kind: 'deny', guard: 'some-guard', reason: 'because of\nthis', action: null }

/** The conformance suite of `HookDialect`. */
export function testHookDialect(name: string, dialect: HookDialect, promise: DialectPromise): void {
  const { tools, before, after, finish, expectDenial } = promise
  const ask = (fields: Record<string, unknown>) =>
    dialect.parse(JSON.stringify({ session_id: 's', cwd: CWD, ...fields }))

  describe(`the hooks of ${name}`, () => {
    for (const { capture, payloads } of captures(name)) {
      it(`${capture}: every captured question is read`, () => {
        expect(payloads.length).toBeGreaterThan(0)
        for (const payload of payloads) {
          const parsed = dialect.parse(payload)
          expect(parsed, payload).toMatchObject({ kind: 'call' })
          if (parsed.kind !== 'call') continue
          const fields = JSON.parse(payload)
          expect(parsed.call.event).toBe(fields.hook_event_name)
          expect(parsed.call.session).toBe(fields.session_id)
          expect(parsed.call.call).toBe(fields.tool_use_id ?? null)
          expect(parsed.call.actions.length > 0, payload).toBe(parsed.call.moment !== 'other')
        }
      })
    }

    for (const { tool, input, does, needs } of tools) {
      it(`${tool} is understood, before and after`, () => {
        for (const [event, moment] of [
          [before, 'before'],
          [after, 'after'],
        ]) {
          const parsed = ask({ hook_event_name: event, tool_name: tool, tool_input: input })
          expect(parsed).toMatchObject({ kind: 'call', call: { moment, cwd: CWD, actions: does } })
        }
      })

      it(`${tool} with fields that make no sense is unreadable`, () => {
        const wrong = fc.oneof(
          fc.jsonValue().filter((value) => typeof value !== 'string' && !Array.isArray(value)),
          fc.constant(undefined),
        )
        fc.assert(
          fc.property(fc.constantFrom(...needs), wrong, (field, value) => {
            const broken = { ...input, [field]: value }
            const parsed = ask({ hook_event_name: before, tool_name: tool, tool_input: broken })
            expect(parsed).toMatchObject({
              kind: 'unreadable',
              question: { event: before, moment: 'before' },
            })
          }),
        )
        fc.assert(
          fc.property(
            fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.array(fc.string())),
            (value) => {
              const parsed = ask({ hook_event_name: before, tool_name: tool, tool_input: value })
              expect(parsed.kind).toBe('unreadable')
            },
          ),
        )
      })
    }

    it('a tool that nobody knows is a call, whatever its name and input', () => {
      fc.assert(
        fc.property(fc.string({ minLength: 1 }), fc.jsonValue(), (tool, input) => {
          fc.pre(!tools.some((known) => known.tool === tool))
          const parsed = ask({ hook_event_name: before, tool_name: tool, tool_input: input })
          expect(parsed).toMatchObject({
            kind: 'call',
            call: { actions: [{ kind: 'call', tool, cwd: CWD }] },
          })
        }),
      )
      for (const tool of ['constructor', '__proto__', 'mcp__files__write'])
        expect(ask({ hook_event_name: before, tool_name: tool, tool_input: {} }).kind).toBe('call')
    })

    it('an event that nobody knows asks nothing', () => {
      for (const event of ['SomethingNew', 'constructor', 'SessionStart']) {
        const parsed = ask({ hook_event_name: event, cwd: undefined })
        expect(parsed).toMatchObject({ kind: 'call', call: { moment: 'other', actions: [] } })
      }
    })

    it('the end of a turn brings the last words, and whether the agent was sent back', () => {
      const parsed = ask({
        hook_event_name: finish.event,
        [finish.words]: 'all done',
        stop_hook_active: true,
      })
      expect(parsed).toMatchObject({
        kind: 'call',
        call: { moment: 'finish', sentBack: true, actions: [{ kind: 'finish', says: 'all done' }] },
      })
      const mute = ask({ hook_event_name: finish.event, [finish.words]: null })
      expect(mute).toMatchObject({ call: { sentBack: false, actions: [{ kind: 'finish', says: '' }] } })
      expect(ask({ hook_event_name: finish.event, [finish.words]: 7 }).kind).toBe('unreadable')
    })

    it('whatever comes in, reading it does not throw, and an answer that denies can be given', () => {
      const anyQuestion = fc.record(
        {
          hook_event_name: fc.oneof(fc.constantFrom(before, after, finish.event), fc.jsonValue()),
          cwd: fc.oneof(fc.constant(CWD), fc.jsonValue()),
          tool_name: fc.oneof(fc.constantFrom(...tools.map(({ tool }) => tool)), fc.jsonValue()),
          tool_input: fc.oneof(
            fc.dictionary(fc.constantFrom(...fieldNames(tools)), fc.jsonValue()),
            fc.jsonValue(),
          ),
          [finish.words]: fc.jsonValue(),
        },
        { requiredKeys: [] },
      )
      const anything = fc.oneof(
        fc.string(),
        fc.string({ unit: 'binary' }),
        fc.json(),
        anyQuestion.map((question) => JSON.stringify(question)),
      )
      fc.assert(
        fc.property(anything, (payload) => {
          const parsed = dialect.parse(payload)
          const question = parsed.kind === 'call' ? parsed.call : parsed.question
          expectDenial(dialect.render(DENIAL, question), question)
          if (question?.moment === 'before' && parsed.kind === 'call')
            expect(parsed.call.actions.length).toBeGreaterThan(0)
        }),
        { numRuns: 1000 },
      )
    })

    it('an allow is silent, at every moment', () => {
      for (const event of [before, after, finish.event, 'Other']) {
        for (const moment of ['before', 'after', 'finish', 'other'] as const) {
          const answer = dialect.render({ kind: 'allow' }, { event, moment, sentBack: false })
          expect(answer).toEqual({ stdout: '', stderr: '', exitCode: 0 })
        }
      }
      expect(dialect.render({ kind: 'allow' }, null)).toEqual({ stdout: '', stderr: '', exitCode: 0 })
    })

    it('a denial is one the host heeds, whatever its reason, and says so where it comes too late', () => {
      const reasons = fc.oneof(
        fc.string(),
        fc.string({ unit: 'binary' }),
        fc.constant(''),
        fc.constant('\u202e\u0000'),
      )
      const questions = fc.constantFrom<Question | null>(
        { event: before, moment: 'before', sentBack: false },
        { event: after, moment: 'after', sentBack: false },
        { event: finish.event, moment: 'finish', sentBack: false },
        null,
      )
      fc.assert(
        fc.property(reasons, questions, (reason, question) => {
          const answer = dialect.render({ ...DENIAL, reason }, question)
          expectDenial(answer, question)
          const said = answer.stdout + answer.stderr
          expect(said).toContain('some-guard')
          expect(said).not.toMatch(/[\u202a-\u202e]/)
          expect(said.includes('already happened')).toBe(question?.moment === 'after')
        }),
      )
    })

    it('names the files that tell the host to ask', () => {
      expect(dialect.settingsFiles.length).toBeGreaterThan(0)
      for (const path of dialect.settingsFiles) expect(path).toMatch(/^\.[a-z]+\/[\w./-]+$/)
    })
  })
}

function fieldNames(tools: readonly KnownTool[]): string[] {
  return [...new Set(tools.flatMap(({ input }) => Object.keys(input)))]
}

/** What the real program wrote to a hook's stdin, the scratch directory of the recording given a name of its own. */
function captures(host: string): { capture: string; payloads: string[] }[] {
  const folder = join(import.meta.dirname, '../fixtures/hosts', host, 'hooks')
  return readdirSync(folder).map((capture) => {
    const lines = readFileSync(join(folder, capture), 'utf8').replaceAll('$SCRATCH', '/scratch').split('\n')
    return { capture, payloads: lines.filter((line) => line !== '') }
  })
}
