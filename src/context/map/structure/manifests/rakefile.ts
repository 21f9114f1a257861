import type { ManifestKind } from './manifest.ts'
import { linesOf } from './reading/lines-of.ts'
import { nameOffers } from './reading/name-offers.ts'

export const rakefile: ManifestKind = {
  path: /(^|\/)Rakefile(\.rb)?$/,
  read: (_path, text) => {
    const offers = nameOffers([...new Set(tasksIn(text))], (name) => ({
      line: `rake ${name}`,
      via: 'bundler',
    }))
    // A task of that name installs the gem itself, and Bundler what is needed to work on it.
    return { ecosystem: 'ruby', offers: offers.filter(({ purpose }) => purpose !== 'install') }
  },
}

/** By their full names. What is in a namespace is told by the indent, as a person would. */
function tasksIn(text: string): string[] {
  const open: { readonly name: string; readonly indent: number }[] = []
  return linesOf(text).flatMap((line) => {
    const indent = line.search(/\S/)
    if (indent === -1) return []
    if (/^\s*(end|\})/.test(line) && open.at(-1)?.indent === indent) open.pop()
    const namespace = NAMESPACE.exec(line)?.[1]
    if (namespace !== undefined) open.push({ name: namespace, indent })
    const task = taskIn(line)
    return task === null ? [] : [[...open.map(({ name }) => name), task].join(':')]
  })
}

const NAMESPACE = /^\s*namespace[\s(]+[:'"]([\w:-]{1,60})['"]?\s*\)?\s*(?:do|\{)\s*(?:\|.*)?$/

/** A word with no colon or quotes about it is a variable, and who knows what is in it. */
function taskIn(line: string): string | null {
  const [, quoted, symbol, key] =
    /^\s*task[\s(]+(?:['"]([\w:-]{1,60})['"]|:(\w{1,60})|(\w{1,60}):(?!:))/.exec(line) ?? []
  const [, tool, name] =
    /^\s*(RSpec::Core::RakeTask|Rake::TestTask|Minitest::TestTask|RuboCop::RakeTask)\.(?:new|create)(?:[\s(]+:(\w{1,60}))?/.exec(
      line,
    ) ?? []
  return quoted ?? symbol ?? key ?? name ?? (tool === undefined ? null : (MADE.get(tool) ?? 'test'))
}

const MADE: ReadonlyMap<string, string> = new Map([
  ['RSpec::Core::RakeTask', 'spec'],
  ['RuboCop::RakeTask', 'rubocop'],
])
