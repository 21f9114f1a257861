import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readScenario, type ScenarioOutcome } from './read-scenario.ts'
import type { ScenarioInput } from './scenario.ts'
import { startScriptedModel } from './start-scripted-model.ts'

function file(name: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'keel-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

const steps = (...list: ScenarioInput['lanes'][number]['steps']): ScenarioInput => ({
  lanes: [{ name: 'main', steps: list }],
})

function problemsOf(outcome: ScenarioOutcome): string[] {
  return outcome.kind === 'valid' ? [] : outcome.problems.map(({ path, message }) => `${path}: ${message}`)
}

describe('a scenario', () => {
  it('reads the same from YAML, from JSON with tabs, and as it stands', () => {
    const data: ScenarioInput = steps({ text: 'hi', usage: { input: 7 } }, { error: { status: 529 } })
    const yaml =
      'lanes:\n  - name: main\n    steps:\n      - { text: hi, usage: { input: 7 } }\n      - error: { status: 529 }\n'
    const outcomes = [data, file('a.json', JSON.stringify(data, null, '\t')), file('a.yaml', yaml)].map(
      (source) => readScenario(source, {}),
    )
    expect(outcomes[0]).toMatchObject({
      scenario: { lanes: [{ steps: [{ usage: { input: 7, output: 20 }, repeat: 1 }, {}] }] },
    })
    expect(outcomes[1]).toEqual(outcomes[0])
    expect(outcomes[2]).toEqual(outcomes[0])
  })

  it('is told everything that is wrong with it at once, each with its path', () => {
    const yaml = `
lanes:
  - name: main
    when: { prompt: '(' , wire: morse }
    steps:
      - { text: hi, tols: [] }
      - {}
      - { text: hi, hang: 'sometimes', repeat: 0 }
      - { text: hi, error: { status: 200 } }
      - { tools: [{ name: a, input: text }, { name: b, custom: true, input: {} }] }
      - { text: hi, cut: true, hang: mid-stream }
  - name: main
    steps: []
lane: []
`
    expect(problemsOf(readScenario(file('a.yaml', yaml), {}))).toEqual([
      'lanes[0].when.wire: Invalid option: expected one of "anthropic-messages"|"openai-responses"|"openai-chat"|"gemini"',
      'lanes[0].when.prompt: Invalid regular expression: /(/s: Unterminated group',
      'lanes[0].steps[0].tols: There is no such key',
      'lanes[0].steps[1]: It says nothing: give it text, thinking, tools, error or `hang: true`',
      'lanes[0].steps[2].hang: true or mid-stream',
      'lanes[0].steps[2].repeat: Too small: expected number to be >=1',
      'lanes[0].steps[3].error.status: Too small: expected number to be >=400',
      'lanes[0].steps[3]: An error says nothing else',
      'lanes[0].steps[4].tools[0].input: Text is the input of a tool with `custom: true` only',
      'lanes[0].steps[4].tools[1].input: The input of a custom tool is text',
      'lanes[0].steps[5]: It can hang or be cut, not both',
      'lane: There is no such key',
    ])
    expect(
      problemsOf(
        readScenario(
          {
            lanes: [
              { name: 'a', steps: [] },
              { name: 'a', steps: [] },
            ],
          },
          {},
        ),
      ),
    ).toEqual(['lanes[1].name: There is a lane named `a` above'])
  })

  it('that is no YAML or JSON, or is not there, says so', () => {
    expect(problemsOf(readScenario(file('a.yaml', 'lanes: [}'), {}))[0]).toContain('at line 1, column 9')
    expect(problemsOf(readScenario(file('a.json', '{'), {}))[0]).toContain('SyntaxError')
    expect(problemsOf(readScenario('/nowhere/a.yaml', {}))).toEqual([': There is no such file'])
  })

  it('is refused with all its problems in one fault', async () => {
    const started = startScriptedModel({ scenario: steps({}, { text: `\${a}` }, { text: 'x', delayMs: -1 }) })
    await expect(started).rejects.toMatchObject({
      kind: 'config',
      code: 'scenario-invalid',
      message: expect.stringMatching(/lanes\[0\]\.steps\[0\]: .*\n {2}lanes\[0\]\.steps\[2\]\.delayMs: /),
    })
  })
})

describe('variables', () => {
  it('stand in whatever an answer says, however deep', () => {
    const outcome = readScenario(
      {
        lanes: [
          {
            name: 'main',
            steps: [
              { text: `\${cwd}!`, tools: [{ name: 'write', input: { files: [{ path: `\${cwd}/a` }] } }] },
            ],
            otherwise: { error: { status: 500, body: { where: `\${cwd}` } } },
          },
        ],
        auxiliary: { text: `in \${cwd}` },
      },
      { cwd: '/work $& here' },
    )
    expect(outcome).toMatchObject({
      scenario: {
        lanes: [
          {
            steps: [{ text: '/work $& here!', tools: [{ input: { files: [{ path: '/work $& here/a' }] } }] }],
            otherwise: { error: { body: { where: '/work $& here' } } },
          },
        ],
        auxiliary: { text: 'in /work $& here' },
      },
    })
  })

  it('that nobody gave are problems, not text', () => {
    const scenario = steps({
      text: `\${toString} \${cwd}`,
      tools: [{ name: 'a', input: { b: [`\${home}`] } }],
    })
    expect(problemsOf(readScenario(scenario, { cwd: '/w' }))).toEqual([
      `lanes[0].steps[0].text: There is no variable \`toString\` (known: cwd). Write $\${ for a plain \${`,
      `lanes[0].steps[0].tools[0].input.b[0]: There is no variable \`home\` (known: cwd). Write $\${ for a plain \${`,
    ])
  })

  it('leave conditions, and what is written with two dollars, as they are', () => {
    const outcome = readScenario(steps({ text: `echo $\${HOME} $1`, when: { prompt: '^a$' } }), {})
    expect(outcome).toMatchObject({
      scenario: { lanes: [{ steps: [{ text: `echo \${HOME} $1`, when: { prompt: /^a$/s } }] }] },
    })
  })
})
