import type { Entrance, ManifestKind, Offer } from './manifest.ts'
import { linesOf } from './reading/lines-of.ts'

/** A program too; its targets are calls with labels in nearly all of them. */
export const packageSwift: ManifestKind = {
  path: /(^|\/)Package\.swift$/,
  read: (_path, text) => {
    const version = /^\s*\/\/\s*swift-tools-version:\s*(\d[\w.]{0,20})/m.exec(text.slice(0, 1000))?.[1]
    const bare = linesOf(text)
      .filter((line) => !/^\s*\/\//.test(line))
      .join('\n')
    const name = labelOf(callsOf(bare, 'Package')[0] ?? '', 'name')
    return {
      ...(name === null ? {} : { module: { kind: 'package', name, description: null } }),
      runtimes: version === undefined ? [] : [{ name: 'Swift', version }],
      packageManager: 'SwiftPM',
      offers: [custom('build', 'swift build'), custom('test', 'swift test')],
      entryPoints: programsIn(bare),
      tools: [{ name: 'SwiftPM', use: 'build' }],
    }
  },
}

function custom(purpose: Offer['purpose'], line: string): Offer {
  return { purpose, line, rank: 1, isCustom: true }
}

/** A program is called as the product that it is in, if it is in one. Before there were targets of their own for them, products told alone. */
function programsIn(text: string): Entrance[] {
  const products = callsOf(text, '\\.executable').flatMap((call) => {
    const target = /\btargets:\s*\[\s*"([^"\n]{1,100})"/.exec(call)?.[1]
    return target === undefined ? [] : [{ name: labelOf(call, 'name') ?? target, target }]
  })
  const places = new Map(
    callsOf(text, '\\.(?:executableT|t)arget').map((call) => [labelOf(call, 'name'), labelOf(call, 'path')]),
  )
  const own = callsOf(text, '\\.executableTarget').flatMap((call) => labelOf(call, 'name') ?? [])
  const targets = new Set([...products.map(({ target }) => target), ...own])
  return [...targets].map((target) => ({
    kind: 'program',
    name: products.find((product) => product.target === target)?.name ?? target,
    target: places.get(target) ?? `Sources/${target}`,
  }))
}

/** What stands between the parentheses of each call. */
function callsOf(text: string, called: string): string[] {
  return [...text.matchAll(new RegExp(`${called}\\s{0,5}\\(`, 'g'))]
    .slice(0, CALLS_MAX)
    .map(({ index, 0: head }) => {
      const start = index + head.length
      return text.slice(start, endOf(text, start))
    })
}

const CALLS_MAX = 200
const CALL_MAX = 8000

function endOf(text: string, start: number): number {
  let depth = 1
  for (let at = start; at < text.length && at < start + CALL_MAX; at += 1) {
    if (text[at] === '(') depth += 1
    else if (text[at] === ')') depth -= 1
    if (depth === 0) return at
  }
  return Math.min(text.length, start + CALL_MAX)
}

/** Of the call itself, and not of those within it. */
function labelOf(call: string, label: string): string | null {
  const own = call.replace(/\([^()]*\)/g, '').replace(/\([^()]*\)/g, '')
  return new RegExp(`\\b${label}:\\s{0,20}"([^"\\n]{1,200})"`).exec(own)?.[1] ?? null
}
