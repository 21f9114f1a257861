import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'
import * as z from 'zod'
import { describeRecord, isPath } from '#context/library/pack-folder.ts'
import { readIfReadable } from '#kit/files.ts'
import { isTooDeep } from '#kit/is-too-deep.ts'
import { Fault } from '#words/fault.ts'
import type { World } from './world.ts'

/** The three ways to say what is to be done. */
export const packSource = {
  text: z
    .string()
    .trim()
    .min(1)
    .max(100_000)
    .optional()
    .describe('What is to be done, in as many words as you have.'),
  task: z.string().trim().min(1).optional().describe('A task of the project, by its id: .keel/tasks/ID.md.'),
  file: z.string().trim().min(1).optional().describe('A file with the text; - for standard input.'),
}

export type PackSource = z.infer<z.ZodObject<typeof packSource>>

export type PackTask = { readonly task: string; readonly targets: readonly string[] }

/** The text that a pack is for: as typed, from a file or standard input, or of a task of the project. */
export function readPackTask({ text, task, file }: PackSource, world: World): PackTask {
  const given = [text, task, file].filter((one) => one !== undefined)
  if (given.length !== 1)
    throw misuse(
      given.length === 0 ? 'A pack needs a task.' : 'A pack is for one task: text, --task or --file.',
    )
  if (task !== undefined) return taskOf(task, world)
  return { task: file === undefined ? (text ?? '') : textOf(file, world), targets: [] }
}

/** `-` is standard input, as everywhere. */
function textOf(file: string, { place }: World): string {
  const bytes = file === '-' ? readFileSync(0) : readIfReadable(resolve(place.cwd, file))
  if (bytes === null) throw misuse(`${file} cannot be read.`)
  const text = bytes.toString('utf8').trim()
  if (text === '') throw misuse(`${file} is empty.`)
  return text
}

/** What of a task's file says what it is about. Whatever else is in there is none of a pack's business. */
const recordSchema = z.looseObject({
  title: z.string().default(''),
  description: z.string().default(''),
  acceptance: z.union([z.string(), z.array(z.string())]).default([]),
  files: z.array(z.string()).default([]),
})

function taskOf(typed: string, { place }: World): PackTask {
  const id = typed.replace(/\.md$/, '')
  const file = join('.keel', 'tasks', `${id}.md`)
  const content = /^[\w.-]+$/.test(id) ? readIfReadable(join(place.root, file))?.toString('utf8') : undefined
  if (content === undefined)
    throw new Fault({
      kind: 'user',
      code: 'no-task',
      message: `There is no task ${id}: ${file} cannot be read.`,
      hint: 'ls .keel/tasks',
    })
  const [, head = '', body = content] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?([\s\S]*)$/.exec(content) ?? []
  const record = recordSchema.safeParse(isTooDeep(head) ? null : (parse(head) ?? {}))
  if (!record.success)
    throw new Fault({
      kind: 'user',
      code: 'bad-task',
      message: `${file} is no task: ${z.prettifyError(record.error)}`,
      hint: `keel pack --file ${file}`,
    })
  const { title, description, acceptance, files } = record.data
  const said = [description, body.trim()].filter((part) => part !== '').join('\n\n')
  return {
    task: describeRecord({ title, description: said, acceptance: [acceptance].flat() }),
    targets: files.filter(isPath),
  }
}

function misuse(message: string): Fault {
  return new Fault({
    kind: 'user',
    code: 'misuse',
    message,
    hint: 'keel pack "parseFlags drops a flag after --"',
  })
}
