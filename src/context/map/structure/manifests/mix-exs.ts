import type { ManifestKind, Offer } from './manifest.ts'
import { linesOf } from './reading/lines-of.ts'
import { nameOffers } from './reading/name-offers.ts'

/** A program too; dependencies are lines of a list in nearly all of them. */
export const mixExs: ManifestKind = {
  path: /(^|\/)mix\.exs$/,
  read: (_path, text) => {
    const lines = linesOf(text)
    const first = (shape: RegExp) => lines.flatMap((line) => shape.exec(line)?.[1] ?? [])[0]
    const name = first(/^\s*app:\s*:(\w{1,100})/)
    const attribute = first(/^\s*elixir:\s*@(\w{1,60})/)
    const version =
      attribute === undefined
        ? first(/^\s*elixir:\s*"([^"]{1,40})"/)
        : first(new RegExp(`^\\s*@${attribute}\\s+"([^"]{1,40})"`))
    const dependencies = lines.flatMap((line) => /^\s*\{:(\w{1,100}),/.exec(line)?.[1] ?? [])
    return {
      ecosystem: 'elixir',
      ...(name === undefined
        ? {}
        : { module: { kind: 'package', name, description: first(/^\s*description:\s*"([^"]+)"/) ?? null } }),
      dependencies,
      runtimes: version === undefined ? [] : [{ name: 'Elixir', version }],
      packageManager: 'Mix',
      offers: [
        ...nameOffers([...new Set(aliasesIn(text))], (alias) => ({ line: `mix ${alias}` })),
        ...customs(new Set(dependencies)),
      ],
      tools: [
        { name: 'ExUnit', use: 'test' },
        { name: 'mix format', use: 'format' },
      ],
    }
  },
}

/** The list may stand where it is asked for, or in a function or an attribute. Settings look just like it, and are none. */
function aliasesIn(text: string): string[] {
  const [asked, name] = /\baliases:\s*(?:\[|@?([a-z_]\w{0,60}))/.exec(text) ?? []
  if (asked === undefined) return []
  const told = name === undefined ? asked : listOf(name).exec(text)?.[0]
  return told === undefined ? [] : keysOf(text.slice(text.indexOf(told) + told.length))
}

function listOf(name: string): RegExp {
  return new RegExp(`(?:\\bdefp?\\s+${name}(?:\\(\\))?,?\\s+do:?|@${name})(?:\\s|#[^\\n]*\\n)*\\[`)
}

/** The keys of a list, and not those of what is in it, from behind its bracket. */
function keysOf(text: string): string[] {
  const keys: string[] = []
  let depth = 1
  for (const [token, quoted, plain] of text.matchAll(TOKEN)) {
    if (/^[[({]/.test(token)) depth += 1
    else if (/^[\])}]/.test(token)) depth -= 1
    if (depth === 0) break
    const key = quoted ?? plain
    if (depth === 1 && key !== undefined) keys.push(key)
  }
  return keys.filter((key) => /^[\w.]{1,60}$/.test(key))
}

const TOKEN = /#[^\n]*|"((?:[^"\\]|\\.)*)":(?=\s)|"(?:[^"\\]|\\.)*"|(\w+):(?=\s)|\w+|[[\](){}]/g

function customs(dependencies: ReadonlySet<string>): Offer[] {
  const offer = (purpose: Offer['purpose'], line: string): Offer => ({
    purpose,
    line,
    rank: 1,
    isCustom: true,
  })
  return [
    offer('install', 'mix deps.get'),
    offer('build', 'mix compile'),
    offer('test', 'mix test'),
    offer('format', 'mix format'),
    ...(dependencies.has('credo') ? [offer('lint', 'mix credo')] : []),
    ...(dependencies.has('dialyxir') ? [offer('typecheck', 'mix dialyzer')] : []),
    ...(dependencies.has('phoenix') ? [offer('run', 'mix phx.server')] : []),
  ]
}
