import type { ManifestKind, Offer } from './manifest.ts'
import { linesOf } from './reading/lines-of.ts'

export const gemfile: ManifestKind = {
  path: /(^|\/)(Gemfile|gems\.rb|[\w-]+\.gemspec)$/,
  read: (path, text) => {
    const lines = linesOf(text)
    const dependencies = lines.flatMap(
      (line) =>
        /^\s*(?:gem|\w{1,20}\.add_(?:runtime_|development_)?dependency)[\s(]+['"]([\w.-]{1,100})['"]/.exec(
          line,
        )?.[1] ?? [],
    )
    const version = lines.flatMap(
      (line) =>
        /^\s*(?:ruby\s|\w{1,20}\.required_ruby_version\s*=)\s*['"]([^'"]{1,40})['"]/.exec(line)?.[1] ?? [],
    )[0]
    return {
      ecosystem: 'ruby',
      ...(path.endsWith('.gemspec')
        ? gemOf(lines)
        : { packageManager: 'Bundler', offers: offersOf(new Set(dependencies)) }),
      dependencies,
      runtimes: version === undefined ? [] : [{ name: 'Ruby', version }],
    }
  },
}

function gemOf(lines: readonly string[]): ReturnType<ManifestKind['read']> {
  const field = (name: string) =>
    lines.flatMap(
      (line) => new RegExp(`^\\s*\\w{1,20}\\.${name}\\s*=\\s*['"]([^'"]+)['"]`).exec(line)?.[1] ?? [],
    )[0]
  const begun = lines.flatMap(
    (line) => /Specification\.new[\s(]+['"]([\w.-]{1,100})['"]/.exec(line)?.[1] ?? [],
  )
  const name = field('name') ?? begun[0]
  if (name === undefined) return {}
  return { module: { kind: 'package', name, description: field('summary') ?? field('description') ?? null } }
}

function offersOf(gems: ReadonlySet<string>): Offer[] {
  const has = (name: string) => [...gems].some((gem) => gem === name || gem.startsWith(`${name}-`))
  const isRails = gems.has('rails')
  return [
    { purpose: 'install', line: 'bundle install', rank: 1, isCustom: true },
    ...(has('rspec') ? [offer('test', 'bundle exec rspec')] : []),
    ...(isRails && !has('rspec') ? [offer('test', 'bin/rails test')] : []),
    ...(has('rubocop')
      ? [offer('lint', 'bundle exec rubocop'), { ...offer('format', 'bundle exec rubocop -a'), rank: 2 }]
      : []),
    ...(gems.has('standard') ? [offer('lint', 'bundle exec standardrb')] : []),
    ...(gems.has('sorbet') ? [offer('typecheck', 'bundle exec srb tc')] : []),
    ...(isRails ? [offer('run', 'bin/rails server')] : []),
  ]
}

function offer(purpose: Offer['purpose'], line: string): Offer {
  return { purpose, line, rank: 1, isCustom: true }
}
