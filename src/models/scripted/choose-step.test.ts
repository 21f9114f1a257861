import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Choice, chooseStep, type Progress } from './choose-step.ts'
import type { NeutralRequest } from './neutral-request.ts'
import { type ScenarioInput, scenarioSchema } from './scenario.ts'

const request: NeutralRequest = {
  wire: 'gemini',
  model: 'm',
  system: '',
  prompt: 'go',
  toolNames: ['write'],
  lastToolResults: [],
  stream: true,
  body: {},
}

/** Plays a scenario to a sequence of requests. */
function play(scenario: ScenarioInput, requests: readonly Partial<NeutralRequest>[]): Choice[] {
  const parsed = scenarioSchema.parse(scenario)
  let progress: Progress = new Map()
  return requests.map((asked) => {
    const chosen = chooseStep({ scenario: parsed, progress, request: { ...request, ...asked } })
    progress = chosen.progress
    return chosen.choice
  })
}

const numbers = (choices: readonly Choice[]) =>
  choices.map((choice) => (choice.kind === 'step' ? choice.step : choice.kind))

describe('the step that answers', () => {
  it('is the next one, lane by lane, however requests are mixed', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b')), (askers) => {
        const lane = (name: string) => ({
          name,
          when: { prompt: name },
          steps: Array(30).fill({ text: name }),
        })
        const choices = play(
          { lanes: [lane('a'), lane('b')] },
          askers.map((prompt) => ({ prompt })),
        )
        for (const name of ['a', 'b']) {
          const own = choices.filter((choice) => choice.kind === 'step' && choice.lane === name)
          expect(numbers(own)).toEqual(own.map((_, index) => (index < 30 ? index + 1 : 'exhausted')))
        }
      }),
    )
  })

  it('is the first that is left and fits, so that a script can wait for its cue', () => {
    const steps = [{ text: 'sorry', when: { toolResult: 'failed' } }, { text: 'one' }, { text: 'two' }]
    const failed = { lastToolResults: ['it failed'] }
    expect(numbers(play({ lanes: [{ name: 'main', steps }] }, [{}, failed, failed, {}]))).toEqual([
      2,
      1,
      3,
      'exhausted',
    ])
  })

  it('is none where the conditions of all that is left do not hold, and the numbers are told', () => {
    const steps = [{ text: 'one' }, { text: 'never', when: { model: 'other' } }]
    expect(play({ lanes: [{ name: 'main', steps }] }, [{}, {}])[1]).toEqual({
      kind: 'exhausted',
      lane: 'main',
      step: 2,
      left: [2],
    })
  })

  it('comes from the first lane whose whole condition holds', () => {
    const lanes = [
      { name: 'no', when: { prompt: 'go', hasTools: false }, steps: [] },
      {
        name: 'neither',
        when: { prompt: 'go', not: { wire: 'gemini' as const, hasTools: true } },
        steps: [],
      },
      { name: 'yes', when: { prompt: 'go', not: { wire: 'gemini' as const, hasTools: false } }, steps: [] },
      { name: 'late', steps: [] },
    ]
    expect(play({ lanes }, [{}])).toMatchObject([{ lane: 'yes' }])
  })

  it('is not made up for strangers, but for those who offer no tools', () => {
    const scenario = { lanes: [], auxiliary: { text: 'title' } }
    expect(play(scenario, [{}, { toolNames: [] }])).toMatchObject([
      { kind: 'stranger' },
      { kind: 'auxiliary', answer: { text: 'title' } },
    ])
  })
})
