/** The real programs, each with a scripted model behind it. What is not installed is skipped by name. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startScriptedModel } from '../../src/models/scripted/start-scripted-model.ts'
import { scratch } from '../contracts/program.ts'
import { programNames } from './program-cache.mjs'
import { findProgram, type ProgramName, runProgram } from './programs.ts'
import { recipes } from './recipes.ts'

const content = 'First "quoted" line\nsecond line: \\n is no newline, ü is no u\n'

describe.each(programNames)('%s with a scripted model', (name) => {
  const found = findProgram(name)
  const promise = 'writes the file that the model asks for, tells it the result, and shows its last words'
  if (found.kind === 'absent') it.skip(`${promise}: ${found.reason}`, () => {})
  else it(promise, { timeout: 150_000 }, () => writesTheFile(name, found.path))
})

async function writesTheFile(name: ProgramName, path: string): Promise<void> {
  const { home, project } = scratch()
  const { setUp, words, input, environment, write } = recipes[name]
  const file = join(project, 'note.txt')
  const model = await startScriptedModel({
    scenario: {
      lanes: [
        {
          name: 'main',
          when: { hasTools: true },
          steps: [
            { text: 'I will write it down.', tools: [write({ path: file, content })] },
            { when: { toolResult: '.' }, text: 'It is written down.' },
          ],
        },
      ],
    },
  })
  onTestFinished(model.close)
  const setting = { home, project, url: model.url }
  setUp(setting)
  const prompt = 'Write a note.'
  const outcome = await runProgram({
    path,
    words: words(prompt, setting),
    input: input(prompt),
    cwd: project,
    home,
    environment: environment(setting),
    timeoutMs: 120_000,
  })
  expect(outcome, JSON.stringify(model.requests().map(({ headers, body, ...rest }) => rest))).toMatchObject({
    code: 0,
    timedOut: false,
  })
  expect(readFileSync(file, 'utf8')).toBe(content)
  expect(spokenIn(outcome.stdout)).toContain('It is written down.')
  const steps = model.requests().filter(({ answer }) => answer === 'step')
  expect(steps.map(({ lane, step }) => ({ lane, step }))).toEqual([
    { lane: 'main', step: 1 },
    { lane: 'main', step: 2 },
  ])
  expect(model.requests().filter(({ answer }) => answer === 'refused')).toEqual([])
}

/** Each program reports in JSON lines of its own making, some of them piece by piece; what was said is in these keys. */
function spokenIn(stdout: string): string {
  const spoken: string[] = []
  for (const line of stdout.split('\n').filter((text) => text.startsWith('{'))) {
    JSON.parse(line, (key, value) => {
      if ((key === 'text' || key === 'content') && typeof value === 'string') spoken.push(value)
    })
  }
  return spoken.join('')
}
