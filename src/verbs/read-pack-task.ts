import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as z from 'zod'
import { describeRecord, isPath } from '#context/library/pack-folder.ts'
import { readIfReadable } from '#kit/files.ts'
import type { Fault } from '#words/fault.ts'
import { misuse } from '#words/user-fault.ts'
import { asTaskFault } from './as-task-fault.ts'
import { findTaskId } from './find-task-id.ts'
import { taskSource } from './task-source.ts'
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
  task: z
    .string()
    .trim()
    .min(1)
    .optional()
    .describe('A task of the project, by its id or the beginning of it.'),
  file: z.string().trim().min(1).optional().describe('A file with the text; - for standard input.'),
}

export type PackSource = z.infer<z.ZodObject<typeof packSource>>

export type PackTask = { readonly task: string; readonly targets: readonly string[] }

/** The text that a pack is for: as typed, from a file or standard input, or of a task of the project. */
export function readPackTask({ text, task, file }: PackSource, world: World): PackTask {
  const given = [text, task, file].filter((one) => one !== undefined)
  if (given.length !== 1)
    throw noTask(
      given.length === 0 ? 'A pack needs a task.' : 'A pack is for one task: text, --task or --file.',
    )
  if (task !== undefined) return taskOf(task, world)
  return { task: file === undefined ? (text ?? '') : textOf(file, world), targets: [] }
}

/** `-` is standard input, as everywhere. */
function textOf(file: string, { place }: World): string {
  const bytes = file === '-' ? readFileSync(0) : readIfReadable(resolve(place.cwd, file))
  if (bytes === null) throw noTask(`${file} cannot be read.`)
  const text = textIn(bytes)?.trim()
  if (text === undefined) throw noTask(`${file} is no text.`)
  if (text === '') throw noTask(`${file} is empty.`)
  return text
}

/** A shell of Windows writes two bytes for each letter, and says so first. Null for what nobody has written. */
function textIn(bytes: Buffer): string | null {
  if (bytes.subarray(0, 2).equals(UTF_16)) return bytes.subarray(2).toString('utf16le')
  return bytes.includes(0) ? null : bytes.toString('utf8').replace(/^\ufeff/, '')
}

const UTF_16 = Buffer.from([0xff, 0xfe])

function taskOf(typed: string, world: World): PackTask {
  const found = taskSource(world).read(findTaskId(typed, world))
  if (found.kind !== 'task') throw asTaskFault(found)
  const { title, description, acceptance, files } = found.task
  const targets = files.filter((one) => isPath(one, world.place.root))
  return { task: describeRecord({ title, description, acceptance }), targets }
}

function noTask(message: string): Fault {
  return misuse({ message, hint: 'keel pack "parseFlags drops a flag after --"' })
}
