import { parse } from 'yaml'

/** The commands that a file of settings has, by what they are called there. */
export type Commands = ReadonlyMap<string, string>

export function readCommands({ path, text }: { path: string; text: string }): Commands {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (/^(?:package|composer|deno)\.jsonc?$/.test(name)) return scriptsOf(text)
  if (/^(?:GNU)?[Mm]akefile$|\.mk$|^[Jj]ustfile$/.test(name)) return recipesOf(text)
  if (/(?:^|\/)\.keel\/config\.ya?ml$/.test(path)) return ownCommandsOf(text)
  if (/^Taskfile\.ya?ml$/.test(name)) return new Map([['tasks', withoutComments(text)]])
  if (name === '.rspec')
    return new Map([['options', `rspec ${withoutComments(text).split(/\s+/).join(' ')}`]])
  if (/^(?:tox\.ini|setup\.cfg|pyproject\.toml|\.?pytest\.(?:ini|toml)|noxfile\.py)$/.test(name))
    return valuesOf(withoutComments(text))
  return new Map()
}

function scriptsOf(text: string): Commands {
  const { scripts, tasks } = parsed(text)
  const found = Object.entries({ ...object(tasks), ...object(scripts) }).flatMap(
    ([name, value]): [string, string][] => {
      if (typeof value === 'string') return [[name, value]]
      return Array.isArray(value) ? [[name, value.join('\n')]] : []
    },
  )
  return new Map(found)
}

/** Of keel's own configuration: what proves work, and what is checked beside it. */
function ownCommandsOf(text: string): Commands {
  try {
    const loop = object(object(parse(text, { logLevel: 'silent' }))['loop'])
    const found = Object.entries({ 'loop.test': loop['test'], ...prefixed(object(loop['checks'])) })
    return new Map(
      found.flatMap(([name, value]): [string, string][] =>
        typeof value === 'string' && value !== '' ? [[name, value]] : [],
      ),
    )
  } catch {
    return new Map()
  }
}

function prefixed(checks: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(checks).map(([name, value]) => [`loop.checks.${name}`, value]))
}

export function parsed(text: string): Record<string, unknown> {
  try {
    return object(JSON.parse(text))
  } catch {
    return {}
  }
}

function object(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

/** Each target with the lines of its recipe. */
function recipesOf(text: string): Commands {
  const recipes = new Map<string, string>()
  let target = ''
  for (const line of withoutComments(text).replaceAll('\\\n', ' ').split('\n')) {
    const head = /^([\w.@%/-][^:=\n]*):(?![=:])/.exec(line)
    if (head !== null) target = head[1]?.trim() ?? ''
    else if (/^[ \t]+\S/.test(line)) recipes.set(target, `${recipes.get(target) ?? ''}${line.trim()}\n`)
    const ignored = /^\.IGNORE\s*:.*$/.exec(line)?.[0]
    if (ignored !== undefined) recipes.set('.IGNORE', `make test || true # ${ignored}`)
  }
  return recipes
}

/** What Python's settings hand to the test program. */
function valuesOf(text: string): Commands {
  const found = new Map<string, string>()
  for (const [, key = '', value = ''] of text.matchAll(
    /^[ \t]*(addopts|commands|script|test_command)[ \t]*=[ \t]*(\[[^\]]*\]|"""[\s\S]*?"""|[^\n]*(?:\n[ \t]+[^\n]*)*)/gm,
  )) {
    const words = value.replaceAll(/["',[\]]+/g, ' ')
    found.set(
      `${key}${found.has(key) ? found.size : ''}`,
      key === 'addopts' ? `pytest ${words.replaceAll(/\s+/g, ' ')}` : words,
    )
  }
  return found
}

function withoutComments(text: string): string {
  return text.replaceAll(/^[ \t]*#[^\n]*\n?/gm, '').replaceAll(/[ \t]#[ \t][^\n]*$/gm, '')
}
