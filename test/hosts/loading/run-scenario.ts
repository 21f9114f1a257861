import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import * as z from 'zod'
import type { ScenarioInput } from '../../../src/models/scripted/scenario.ts'
import { startScriptedModel } from '../../../src/models/scripted/start-scripted-model.ts'
import type { Layout, LoadingFixture } from '../../contracts/loading-fixture.ts'
import { type ProgramName, runProgram } from '../programs.ts'
import { recipes, type Setting, type ToolCall } from '../recipes.ts'

/** What a program let be seen of itself while it worked on a scenario. */
export type Evidence = {
  /** All text of each request in turn, part by part. */
  readonly texts: readonly (readonly string[])[]
  /** Which file brought which in; null where the program does not tell. */
  readonly imports: readonly { readonly path: string; readonly from: string | null }[] | null
  readonly code: number | null
}

/** Runs the real program on a layout, with a model that touches the files of the scenario one after the other. */
export async function runScenario({
  name,
  path,
  fixture,
  layout,
}: {
  name: ProgramName
  path: string
  fixture: LoadingFixture
  layout: Layout
}): Promise<Evidence> {
  const calls = callsOf(name, { fixture, layout })
  const steps: ScenarioInput['lanes'][number]['steps'] = calls.map((call) => ({ tools: [call] }))
  const model = await startScriptedModel({
    scenario: {
      lanes: [{ name: 'main', when: { hasTools: true }, steps: [...steps, { text: 'Done.', repeat: true }] }],
    },
  })
  try {
    const { home, project, cwd } = layout
    const setting: Setting = {
      home,
      project: fixture.untrusted ? join(home, 'nowhere') : project,
      url: model.url,
    }
    const { setUp, words, input, environment } = recipes[name]
    setUp(setting)
    const watch = watchImports(name, layout)
    const standard = words('hello', setting).filter(
      (word) => !(fixture.untrusted && word === '--trust-folder'),
    )
    // Most programs refuse to be told a flag twice.
    const more = fixture.arguments.filter((word) => !(word.startsWith('--') && standard.includes(word)))
    const temporary = join(dirname(home), 'tmp')
    mkdirSync(temporary)
    const { code } = await runProgram({
      path,
      words: [...standard, ...watch.words, ...more.map(layout.fill)],
      cwd,
      home,
      input: input('hello'),
      environment: withoutEmpty({
        ...environment(setting),
        TMPDIR: temporary,
        ...(name === 'claude-code' && { CLAUDE_CODE_TMPDIR: temporary }),
        ...Object.fromEntries(
          Object.entries(fixture.environment).map(([key, value]) => [key, layout.fill(value)]),
        ),
      }),
      timeoutMs: 60_000,
    })
    const requests = model.requests().filter(({ lane }) => lane === 'main')
    return { texts: requests.map(({ body }) => textsOf(body)), imports: watch.read(), code }
  } finally {
    await model.close()
  }
}

const toolCall = z.looseObject({ name: z.string(), input: z.record(z.string(), z.unknown()) })

function callsOf(
  name: ProgramName,
  { fixture, layout }: { fixture: LoadingFixture; layout: Layout },
): readonly ToolCall[] {
  if (fixture.tools !== undefined) {
    return z.array(toolCall).parse(JSON.parse(layout.fill(JSON.stringify(fixture.tools))))
  }
  const touch = fixture.readWith === undefined ? recipes[name].read : TOUCHING[fixture.readWith]
  if (touch === undefined) throw new Error(`Nobody knows how to read with ${fixture.readWith}.`)
  return fixture.reads.map((file) => touch(resolve(layout.project, file)))
}

/** Ways to touch a file other than reading it. They are those of the only host that was asked. */
const TOUCHING: Readonly<Record<string, (path: string) => ToolCall>> = {
  Write: (path) => ({ name: 'Write', input: { file_path: path, content: 'new' } }),
  Bash: (path) => ({ name: 'Bash', input: { command: `cat ${JSON.stringify(path)}` } }),
  'Bash grep': (path) => ({
    name: 'Bash',
    input: { command: `grep -rn hello ${JSON.stringify(dirname(path))}` },
  }),
}

/** An empty value in a fixture takes a variable away. */
function withoutEmpty(environment: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
}

type Watch = { readonly words: readonly string[]; readonly read: () => Evidence['imports'] }

/** Claude Code has a hook that tells which file imported which; others frame imports in the text, or do not tell. */
function watchImports(name: ProgramName, { home }: Layout): Watch {
  if (name !== 'claude-code') return { words: [], read: () => null }
  const told = join(dirname(home), 'imports.jsonl')
  const settings = join(dirname(home), 'hooks.json')
  const command = `cat >> '${told}'; echo >> '${told}'`
  writeFileSync(told, '')
  const hooks = { InstructionsLoaded: [{ hooks: [{ type: 'command', command }] }] }
  writeFileSync(settings, JSON.stringify({ hooks }))
  return {
    words: ['--allowedTools', 'Read,Bash', '--settings', settings],
    read: () =>
      readFileSync(told, 'utf8')
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => toldImport.parse(JSON.parse(line)))
        .map(({ file_path, parent_file_path }) => ({ path: file_path, from: parent_file_path ?? null })),
  }
}

const toldImport = z.looseObject({ file_path: z.string(), parent_file_path: z.string().optional() })

/** Every string of the conversation, whatever it is wrapped in. The tools that are offered are no part of it. */
function textsOf(body: unknown): string[] {
  const parts = z.record(z.string(), z.unknown()).parse(body)
  return SPOKEN.flatMap((key) => stringsIn(parts[key]))
}

const SPOKEN = ['instructions', 'system', 'systemInstruction', 'messages', 'input', 'contents']

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}
