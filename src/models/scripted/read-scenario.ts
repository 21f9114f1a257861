import { extname } from 'node:path'
import { parseDocument } from 'yaml'
import type * as z from 'zod'
import { errorCode, readIfThere } from '#kit/files.ts'
import { type Answer, type Scenario, type ScenarioInput, scenarioSchema } from './scenario.ts'

export type Variables = Readonly<Record<string, string>>

export type ScenarioProblem = {
  /** As in `lanes[0].steps[2].tools[0].name`; empty where the whole is meant. */
  readonly path: string
  readonly message: string
}

export type ScenarioOutcome =
  | { readonly kind: 'valid'; readonly scenario: Scenario }
  | { readonly kind: 'invalid'; readonly problems: readonly ScenarioProblem[] }

/** Reads a scenario, from a YAML or JSON file or as it stands, and reports everything that is wrong with it at once. */
export function readScenario(source: string | ScenarioInput, variables: Variables): ScenarioOutcome {
  const read = typeof source === 'string' ? readData(source) : ({ kind: 'data', data: source } as const)
  if (read.kind === 'problems') return { kind: 'invalid', problems: read.problems }
  const checked = scenarioSchema.safeParse(read.data)
  if (!checked.success) return { kind: 'invalid', problems: checked.error.issues.flatMap(problemsOf) }
  return fillScenario(checked.data, variables)
}

type ReadData =
  | { readonly kind: 'data'; readonly data: unknown }
  | { readonly kind: 'problems'; readonly problems: readonly ScenarioProblem[] }

function readData(file: string): ReadData {
  const failed = (message: string): ReadData => ({ kind: 'problems', problems: [{ path: '', message }] })
  let text: string | undefined
  try {
    text = readIfThere(file)?.toString('utf8')
  } catch (error) {
    return failed(`The file cannot be read: ${errorCode(error) ?? String(error)}`)
  }
  if (text === undefined) return failed('There is no such file')
  // A tab may indent JSON and not YAML, so that neither parser can stand in for the other.
  if (extname(file) === '.json') {
    try {
      return { kind: 'data', data: JSON.parse(text) }
    } catch (error) {
      return failed(String(error))
    }
  }
  const document = parseDocument(text)
  if (document.errors.length > 0) {
    const problems = document.errors.map(({ message }) => ({ path: '', message: message.trim() }))
    return { kind: 'problems', problems }
  }
  try {
    return { kind: 'data', data: document.toJS({ maxAliasCount: 100 }) }
  } catch (error) {
    return failed(String(error))
  }
}

function problemsOf(issue: z.core.$ZodIssue): ScenarioProblem[] {
  if (issue.code !== 'unrecognized_keys') return [{ path: spell(issue.path), message: issue.message }]
  return issue.keys.map((key) => ({ path: spell([...issue.path, key]), message: 'There is no such key' }))
}

/** Puts variables into whatever an answer says. Conditions stay as they are: `$` and `{` mean something there. */
function fillScenario(scenario: Scenario, variables: Variables): ScenarioOutcome {
  const problems: ScenarioProblem[] = []
  const fill = <Said extends Answer>(said: Said, path: readonly PropertyKey[]): Said => ({
    ...said,
    ...(fillStrings({ ...said, when: undefined }, path) as Answer),
    ...('when' in said ? { when: said.when } : {}),
  })
  const fillStrings = (value: unknown, path: readonly PropertyKey[]): unknown => {
    if (typeof value === 'string') {
      return value.replaceAll(
        /\$(\$\{)|\$\{([^}]*)\}/g,
        (whole, escaped: string | undefined, name: string) => {
          if (escaped !== undefined) return escaped
          if (Object.hasOwn(variables, name)) return variables[name] ?? ''
          const known = Object.keys(variables).join(', ') || 'none'
          const message = `There is no variable \`${name}\` (known: ${known}). Write $\${ for a plain \${`
          problems.push({ path: spell(path), message })
          return whole
        },
      )
    }
    if (Array.isArray(value)) return value.map((item, index) => fillStrings(item, [...path, index]))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, fillStrings(item, [...path, key])]),
    )
  }
  const filled: Scenario = {
    ...scenario,
    auxiliary: fill(scenario.auxiliary, ['auxiliary']),
    otherwise: scenario.otherwise && fill(scenario.otherwise, ['otherwise']),
    lanes: scenario.lanes.map((lane, index) => ({
      ...lane,
      steps: lane.steps.map((step, number) => fill(step, ['lanes', index, 'steps', number])),
      otherwise: lane.otherwise && fill(lane.otherwise, ['lanes', index, 'otherwise']),
    })),
  }
  return problems.length > 0 ? { kind: 'invalid', problems } : { kind: 'valid', scenario: filled }
}

function spell(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '')
}
