import { statSync } from 'node:fs'
import * as z from 'zod'
import { isMissing, readIfThere } from '#kit/files.ts'
import type { ModelTool, ToolResult } from '#models/contract.ts'
import { modelTool } from '#models/model-tool.ts'
import { decodeText } from './decode-text.ts'
import { reach } from './reach.ts'
import type { Workbench } from './workbench.ts'

const LINES_MAX = 1000
const CHARACTERS_MAX = 60_000
const LINE_CHARACTERS_MAX = 2000
const BYTES_MAX = 16 * 1024 * 1024

/** Reads a text file, or a range of its lines, with their numbers. */
export function readTool(bench: Workbench): ModelTool {
  return modelTool({
    name: 'read',
    description: `Reads a text file, at most ${LINES_MAX} lines at once. Each line comes with its number and a tab, which are not part of the file.`,
    input: z.object({
      path: z.string().describe('Relative to the root of the worktree.'),
      from: z.int().min(1).optional().describe('The first line to read; 1 unless given.'),
      lines: z.int().min(1).optional().describe('How many lines to read.'),
    }),
    run: ({ path: asked, from = 1, lines = LINES_MAX }) => {
      const place = reach(bench, { asked, action: (path) => ({ kind: 'read', path }) })
      if (place.kind === 'refused') return place.result
      const found = readText(place.path, asked)
      return found.kind === 'text'
        ? showLines(found.text, { from, lines: Math.min(lines, LINES_MAX) })
        : found
    },
  })
}

function readText(
  path: string,
  asked: string,
): { kind: 'text'; text: string } | (ToolResult & { kind: 'failed' }) {
  const failed = (text: string) => ({ kind: 'failed' as const, text })
  try {
    const stats = statSync(path)
    if (stats.isDirectory()) return failed(`${asked} is a folder. List it with search.`)
    if (!stats.isFile()) return failed(`${asked} is not a file.`)
    if (stats.size > BYTES_MAX)
      return failed(`${asked} is too large (${stats.size} bytes). Run a command that shows a part of it.`)
  } catch (error) {
    if (isMissing(error)) return failed(`There is no ${asked}.`)
    throw error
  }
  const text = decodeText(readIfThere(path) ?? Buffer.alloc(0))
  return text === null ? failed(`${asked} is not UTF-8 text.`) : { kind: 'text', text }
}

function showLines(text: string, { from, lines: wanted }: { from: number; lines: number }): ToolResult {
  const all = text.split('\n')
  // What follows the last line end is no line.
  if (all.at(-1) === '') all.pop()
  if (all.length === 0) return { kind: 'done', text: '[the file is empty]' }
  if (from > all.length) return { kind: 'failed', text: `The file has only ${all.length} lines.` }
  const shown: string[] = []
  let characters = 0
  for (const [index, line] of all.slice(from - 1, from - 1 + wanted).entries()) {
    const numbered = `${from + index}\t${shorten(line.replace(/\r$/, ''))}`
    characters += numbered.length + 1
    if (characters > CHARACTERS_MAX && shown.length > 0) break
    shown.push(numbered)
  }
  const last = from - 1 + shown.length
  if (last < all.length)
    shown.push(`[lines ${from} to ${last} of ${all.length}; go on with from: ${last + 1}]`)
  return { kind: 'done', text: shown.join('\n') }
}

function shorten(line: string): string {
  if (line.length <= LINE_CHARACTERS_MAX) return line
  return `${line.slice(0, LINE_CHARACTERS_MAX)} [and ${line.length - LINE_CHARACTERS_MAX} more characters]`
}
