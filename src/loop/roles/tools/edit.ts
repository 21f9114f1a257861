import * as z from 'zod'
import { readIfThere, statIfThere, writeAtomically } from '#kit/files.ts'
import type { ModelTool, ToolResult } from '#models/contract.ts'
import { modelTool } from '#models/model-tool.ts'
import { decodeText } from './decode-text.ts'
import { type Reached, reach } from './reach.ts'
import type { Workbench } from './workbench.ts'

type Edit = { readonly path: string; readonly old?: string | undefined; readonly new: string }
type Place = Extract<Reached, { kind: 'here' }>

/** Replaces one passage of a file, or writes a whole one. All of it is written or nothing. */
export function editTool(bench: Workbench): ModelTool {
  return modelTool({
    name: 'edit',
    description:
      'Changes a file. With `old`, replaces that passage by `new`; it must occur exactly once, white space included. Without `old`, writes `new` as the whole file and makes its folders.',
    input: z.object({
      path: z.string().describe('Relative to the root of the worktree.'),
      old: z
        .string()
        .min(1)
        .optional()
        .describe('The passage to replace, with enough around it to be the only one.'),
      new: z.string(),
    }),
    run: (edit) => {
      // The guards are asked before the file is looked at: a denied edit learns nothing about it.
      const place = reach(bench, {
        asked: edit.path,
        action: (path) => ({ kind: 'write', path, text: edit.new }),
      })
      if (place.kind === 'refused') return place.result
      if (statIfThere(place.path)?.isFile() === false) return failed(`${edit.path} is not a file.`)
      return edit.old === undefined ? writeWhole(place, edit.new) : replace(place, { ...edit, old: edit.old })
    },
  })
}

function writeWhole({ path, name }: Place, text: string): ToolResult {
  const existed = statIfThere(path) !== null
  writeAtomically(path, Buffer.from(text))
  return { kind: 'done', text: `${existed ? 'Overwrote' : 'Created'} ${name}.` }
}

function replace({ path, name }: Place, edit: Edit & { readonly old: string }): ToolResult {
  const bytes = readIfThere(path)
  if (bytes === null) return failed(`There is no ${name}. Leave out \`old\` to create it.`)
  const text = decodeText(bytes)
  if (text === null) return failed(`${name} is not UTF-8 text.`)
  if (edit.old === edit.new) return failed('`old` and `new` are the same.')
  // Models write line feeds only, and a file keeps the line ends that it has.
  const ends = /\r\n/.test(text) && !/(^|[^\r])\n/.test(text) ? withReturns : (part: string) => part
  const old = ends(edit.old)
  const [at, ...others] = placesOf(text, old)
  if (at === undefined)
    return failed(`\`old\` does not occur in ${name}. Read the file again: it must match to the letter.`)
  const lineOf = (place: number) => text.slice(0, place).split('\n').length
  if (others.length > 0) {
    const lines = [at, ...others].map(lineOf).join(', ')
    return failed(
      `\`old\` occurs more than once in ${name}: at lines ${lines}. Give more of what is around it.`,
    )
  }
  writeAtomically(path, Buffer.from(text.slice(0, at) + ends(edit.new) + text.slice(at + old.length)))
  return { kind: 'done', text: `Changed ${name} at line ${lineOf(at)}.` }
}

function withReturns(part: string): string {
  return part.replace(/\r?\n/g, '\r\n')
}

const PLACES_MAX = 10

/** Where a passage begins, the first few times. Those that overlap count too: which was meant is not ours to guess. */
function placesOf(text: string, passage: string): number[] {
  const places: number[] = []
  for (
    let at = text.indexOf(passage);
    at !== -1 && places.length < PLACES_MAX;
    at = text.indexOf(passage, at + 1)
  ) {
    places.push(at)
  }
  return places
}

function failed(text: string): ToolResult {
  return { kind: 'failed', text }
}
