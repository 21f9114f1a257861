import { posix } from 'node:path'
import type { ManifestKind } from './manifest.ts'
import { linesOf } from './reading/lines-of.ts'
import { parseToml } from './reading/parsed.ts'
import { pickTable, pickText } from './reading/pick.ts'

/** Files that pin the version of a runtime, and little else. */
export const versionFile: ManifestKind = {
  path: /(^|\/)(\.nvmrc|\.(node|python|ruby|java|go|php|elixir|terraform)-version|\.tool-versions|\.?mise\.toml|runtime\.txt)$/,
  read: (path, text) => {
    const name = posix.basename(path)
    if (name === '.tool-versions') return { runtimes: linesOf(text).flatMap(toolVersion) }
    if (name.endsWith('.toml')) return ofMise(text)
    if (name === 'runtime.txt') return { runtimes: toolVersion(text.trim().replace('-', ' ')) }
    const runtime = name === '.nvmrc' ? 'Node.js' : RUNTIMES.get(/^\.(\w+)-version$/.exec(name)?.[1] ?? '')
    const version = /^\s*([\w./*-]{1,40})\s*(?:#.*)?$/m.exec(text.slice(0, 200))?.[1]
    return runtime === undefined || version === undefined ? {} : { runtimes: [{ name: runtime, version }] }
  },
}

function ofMise(text: string): ReturnType<ManifestKind['read']> {
  const parsed = parseToml(text)
  if (parsed.kind === 'broken') return { problems: [parsed.problem] }
  const tools = Object.entries(pickTable(parsed.table, 'tools'))
  return {
    runtimes: tools.flatMap(([tool, value]) =>
      toolVersion(`${tool} ${typeof value === 'string' ? value : (pickText(value, 'version') ?? '')}`),
    ),
  }
}

function toolVersion(line: string): { name: string; version: string }[] {
  const [, tool = '', version = ''] = /^\s*([\w-]{1,40})\s+([\w.-]{1,40})/.exec(line) ?? []
  const name = RUNTIMES.get(tool)
  return name === undefined ? [] : [{ name, version }]
}

const RUNTIMES: ReadonlyMap<string, string> = new Map([
  ['node', 'Node.js'],
  ['nodejs', 'Node.js'],
  ['python', 'Python'],
  ['ruby', 'Ruby'],
  ['java', 'Java'],
  ['go', 'Go'],
  ['golang', 'Go'],
  ['php', 'PHP'],
  ['elixir', 'Elixir'],
  ['erlang', 'Erlang'],
  ['rust', 'Rust'],
  ['terraform', 'Terraform'],
  ['deno', 'Deno'],
  ['bun', 'Bun'],
])
