import type { NeutralRequest } from './neutral-request.ts'
import type { Answer, Condition, Lane, Scenario, Step } from './scenario.ts'

/** How often each step of a lane was taken, by the lane's name. */
export type Progress = ReadonlyMap<string, readonly number[]>

export type Choice =
  /** Steps are counted from one. */
  | { readonly kind: 'step'; readonly lane: string; readonly step: number; readonly answer: Answer }
  | { readonly kind: 'otherwise'; readonly lane: string | null; readonly answer: Answer }
  | { readonly kind: 'auxiliary'; readonly answer: Answer }
  | {
      readonly kind: 'exhausted'
      readonly lane: string
      readonly step: number
      /** Steps whose conditions do not hold. */
      readonly left: readonly number[]
    }
  | { readonly kind: 'stranger' }

type Chosen = { readonly choice: Choice; readonly progress: Progress }

/** The first lane that knows the asker, and its first step that is left and whose condition holds. */
export function chooseStep({
  scenario,
  progress,
  request,
}: {
  scenario: Scenario
  progress: Progress
  request: NeutralRequest
}): Chosen {
  const lane = scenario.lanes.find(({ when }) => holds(when, request))
  if (lane === undefined) return { choice: chooseForStranger(scenario, request), progress }
  const taken = lane.steps.map((_, index) => progress.get(lane.name)?.[index] ?? 0)
  const index = lane.steps.findIndex(
    (step, position) => isLeft(step, taken[position] ?? 0) && holds(step.when, request),
  )
  const answer = lane.steps[index]
  if (answer === undefined) return { choice: chooseAtTheEnd(lane, taken), progress }
  return {
    choice: { kind: 'step', lane: lane.name, step: index + 1, answer },
    progress: new Map(progress).set(lane.name, taken.with(index, (taken[index] ?? 0) + 1)),
  }
}

function chooseForStranger({ otherwise, auxiliary }: Scenario, { toolNames }: NeutralRequest): Choice {
  if (toolNames.length === 0) return { kind: 'auxiliary', answer: auxiliary }
  return otherwise === undefined ? { kind: 'stranger' } : { kind: 'otherwise', lane: null, answer: otherwise }
}

function chooseAtTheEnd({ name, steps, otherwise }: Lane, taken: readonly number[]): Choice {
  if (otherwise !== undefined) return { kind: 'otherwise', lane: name, answer: otherwise }
  const left = steps.flatMap((step, index) => (isLeft(step, taken[index] ?? 0) ? [index + 1] : []))
  return { kind: 'exhausted', lane: name, step: 1 + taken.reduce((sum, times) => sum + times, 0), left }
}

function isLeft({ repeat }: Step, taken: number): boolean {
  return repeat === true || taken < repeat
}

function holds(condition: Condition | undefined, request: NeutralRequest): boolean {
  if (condition === undefined) return true
  const { not, ...named } = condition
  return matches(named, request) && (not === undefined || !matches(not, request))
}

function matches(condition: Omit<Condition, 'not'>, request: NeutralRequest): boolean {
  const { wire, model, system, prompt, toolResult, body, hasTools } = condition
  return (
    (wire === undefined || wire === request.wire) &&
    (hasTools === undefined || hasTools === request.toolNames.length > 0) &&
    (model === undefined || model.test(request.model)) &&
    (system === undefined || system.test(request.system)) &&
    (prompt === undefined || prompt.test(request.prompt)) &&
    (toolResult === undefined || request.lastToolResults.some((text) => toolResult.test(text))) &&
    (body === undefined || body.test(JSON.stringify(request.body)))
  )
}
