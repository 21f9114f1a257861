import type { ManifestKind, Offer } from './manifest.ts'
import { linesOf } from './reading/lines-of.ts'
import { nameOffers } from './reading/name-offers.ts'

/** A program too; dependencies and aliases are lines of a list in nearly all of them. */
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
    const aliases = lines.flatMap(
      (line) => /^\s*"?([\w.]{1,60})"?:\s*(?:\[\s*("|$)|"|&)/.exec(line)?.[1] ?? [],
    )
    return {
      ecosystem: 'elixir',
      ...(name === undefined
        ? {}
        : { module: { kind: 'package', name, description: first(/^\s*description:\s*"([^"]+)"/) ?? null } }),
      dependencies,
      runtimes: version === undefined ? [] : [{ name: 'Elixir', version }],
      packageManager: 'Mix',
      offers: [
        ...nameOffers([...new Set(aliases)], (alias) => ({ line: `mix ${alias}` })),
        ...customs(new Set(dependencies)),
      ],
      tools: [
        { name: 'ExUnit', use: 'test' },
        { name: 'mix format', use: 'format' },
      ],
    }
  },
}

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
