import type { ManifestKind } from './manifest.ts'
import { linesOf } from './reading/lines-of.ts'
import { nameOffers } from './reading/name-offers.ts'

export const rakefile: ManifestKind = {
  path: /(^|\/)Rakefile(\.rb)?$/,
  read: (_path, text) => {
    const lines = linesOf(text)
    const named = lines.flatMap(
      (line) => /^\s*task[\s(]+(?::|['"])?([\w:]{1,60})['"]?\s*(?:=>|do|,|:|\{|$)/.exec(line)?.[1] ?? [],
    )
    const made = lines.flatMap((line) => {
      const [, tool, name] =
        /^\s*(RSpec::Core::RakeTask|Rake::TestTask|Minitest::TestTask|RuboCop::RakeTask)\.(?:new|create)(?:[\s(]+:(\w{1,60}))?/.exec(
          line,
        ) ?? []
      return name ?? (tool === undefined ? [] : (MADE.get(tool) ?? 'test'))
    })
    return {
      ecosystem: 'ruby',
      offers: nameOffers([...new Set([...named, ...made])], (name) => ({ line: `bundle exec rake ${name}` })),
    }
  },
}

const MADE: ReadonlyMap<string, string> = new Map([
  ['RSpec::Core::RakeTask', 'spec'],
  ['RuboCop::RakeTask', 'rubocop'],
])
