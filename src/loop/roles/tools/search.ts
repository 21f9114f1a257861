import { relative, resolve } from 'node:path'
import picomatch from 'picomatch'
import * as z from 'zod'
import { isWithin } from '#kit/confine.ts'
import { isFile, statIfThere } from '#kit/files.ts'
import { listFiles } from '#kit/list-files.ts'
import type { ModelTool, ToolResult } from '#models/contract.ts'
import { modelTool } from '#models/model-tool.ts'
import type { Action } from '#words/action.ts'
import { grep } from './grep.ts'
import { reach } from './reach.ts'
import type { Workbench } from './workbench.ts'

const PATHS_MAX = 500
const HITS_MAX = 200

/** Lists files, or finds lines in them by a regular expression. Ignored files are left out. */
export function searchTool(bench: Workbench): ModelTool {
  return modelTool({
    name: 'search',
    description: `Finds lines that match a regular expression, as \`path:line: text\`, at most ${HITS_MAX}. Without \`pattern\`, lists files, at most ${PATHS_MAX}. Files that git ignores are left out.`,
    input: z.object({
      pattern: z
        .string()
        .min(1)
        .optional()
        .describe('A JavaScript regular expression, held against each line.'),
      path: z.string().optional().describe('A folder or file to search; the whole worktree unless given.'),
      glob: z.string().min(1).optional().describe('Only files whose path matches, such as `src/**/*.ts`.'),
      ignoreCase: z.boolean().optional(),
    }),
    run: async ({ pattern, path = '.', glob, ignoreCase = false }) => {
      const place = reach(bench, { asked: path, action: reading })
      if (place.kind === 'refused') return place.result
      if (statIfThere(place.path) === null) return { kind: 'failed', text: `There is no ${path}.` }
      const names = namesBelow(bench.root, { folder: resolve(bench.root, place.name), glob })
      if (pattern === undefined) return list(names)
      const expression = compile(pattern, ignoreCase ? 'i' : '')
      if (expression.kind === 'wrong') return { kind: 'failed', text: expression.because }
      return show(bench, { names, expression: expression.value })
    },
  })
}

function reading(path: string): Action {
  return { kind: 'read', path }
}

function namesBelow(root: string, { folder, glob }: { folder: string; glob: string | undefined }): string[] {
  // A glob without a folder means a name, wherever the file is.
  const matches =
    glob === undefined ? () => true : picomatch(glob, { dot: true, matchBase: !glob.includes('/') })
  return listFiles(root)
    .filter((path) => isWithin(folder, path))
    .map((path) => relative(root, path))
    .filter((name) => matches(name))
}

function list(names: readonly string[]): ToolResult {
  if (names.length === 0) return { kind: 'done', text: NO_FILES }
  const more = names.length > PATHS_MAX ? [`[and ${names.length - PATHS_MAX} more: narrow it down]`] : []
  return { kind: 'done', text: [...names.slice(0, PATHS_MAX), ...more].join('\n') }
}

const NO_FILES = 'No files. Those that git ignores are left out; a command can look at them.'

type Compiled =
  | { readonly kind: 'right'; readonly value: RegExp }
  | { readonly kind: 'wrong'; readonly because: string }

function compile(pattern: string, flags: string): Compiled {
  try {
    return { kind: 'right', value: new RegExp(pattern, flags) }
  } catch (error) {
    return { kind: 'wrong', because: error instanceof Error ? error.message : String(error) }
  }
}

async function show(
  bench: Workbench,
  { names, expression }: { names: readonly string[]; expression: RegExp },
): Promise<ToolResult> {
  const lines: string[] = []
  let leftOut = 0
  // Asked about each file before it is opened: to say afterwards that a match is withheld would tell that there is one.
  const quiet = { ...bench, onDenied: () => {} }
  const { stopped } = await grep({
    names,
    expression,
    signal: bench.signal,
    find: (name) => {
      const place = reach(quiet, { asked: name, action: reading })
      if (place.kind === 'here') return isFile(place.path) ? place.path : null
      if (place.result.kind === 'denied') leftOut += 1
      return null
    },
    onHits: (name, hits) => {
      lines.push(...hits.map(({ line, text }) => `${name}:${line}: ${text}`))
      return lines.length > HITS_MAX ? 'enough' : 'go-on'
    },
  })
  const shown = lines.slice(0, HITS_MAX)
  if (shown.length === 0) shown.push('No matches.')
  if (lines.length > HITS_MAX) shown.push('[and more: narrow it down]')
  if (leftOut > 0) shown.push(`[files left out, which a guard denies reading: ${leftOut}]`)
  if (stopped === 'time')
    shown.push('[the search took too long and was ended: use a simpler expression or fewer files]')
  return { kind: stopped === 'time' && lines.length === 0 ? 'failed' : 'done', text: shown.join('\n') }
}
