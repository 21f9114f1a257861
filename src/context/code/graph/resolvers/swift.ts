import { folderOf } from '../paths/folder-of.ts'
import { isBelow } from '../paths/is-below.ts'
import { pathFrom } from '../paths/path-from.ts'
import type { MakeResolver, Project } from '../resolver.ts'

/** As Swift finds names: all of a target are neighbours, and an import takes all of another. Without a package a target is a folder at the top. */
export const resolveSwift: MakeResolver = (project) => {
  const targets = project
    .named('Package.swift')
    .flatMap((path) => targetsOf(project, path))
    // The innermost first.
    .sort((one, other) => other.folder.length - one.folder.length)
  const targetOf = (path: string) =>
    targets.find(({ folder }) => isBelow(path, folder))?.name ?? path.slice(0, Math.max(0, path.indexOf('/')))
  const files = new Map<string, string[]>()
  for (const { path } of project.filesOf(['swift'])) {
    if (path.endsWith('Package.swift')) continue
    const target = targetOf(path)
    files.set(target, [...(files.get(target) ?? []), path])
  }
  return {
    resolve: (_from, { specifier }) => files.get(specifier.split('.')[0] ?? '') ?? [],
    neighbours: ({ path }) => (files.get(targetOf(path)) ?? []).filter((other) => other !== path),
  }
}

type Target = { readonly name: string; readonly folder: string }

function targetsOf(project: Project, manifest: string): Target[] {
  const text = (project.read(manifest) ?? '').replace(/^\s*\/\/.*$/gm, '')
  return [...text.matchAll(TARGET)].flatMap(({ index, 0: begin }) => {
    const said = outermost(text.slice(index + begin.length))
    const name = /\bname:\s*"([^"]+)"/.exec(said)?.[1]
    if (name === undefined) return []
    const path = /\bpath:\s*"([^"]+)"/.exec(said)?.[1]
    const folders = path === undefined ? CUSTOM.map((custom) => `${custom}/${name}`) : [path]
    const folder = folders.flatMap((said) => pathFrom(folderOf(manifest), said) ?? []).find(project.hasFolder)
    return folder === undefined ? [] : [{ name, folder }]
  })
}

const TARGET = /\.(?:executableTarget|testTarget|target|macro|plugin)\s*\(/g
const CUSTOM = ['Sources', 'Source', 'src', 'Tests', 'Plugins']

/** What is said up to the bracket that ends it, without what is said in brackets inside. */
function outermost(text: string): string {
  let depth = 0
  let said = ''
  for (const sign of text) {
    if (sign === '(' || sign === '[') depth += 1
    else if (sign === ')' || sign === ']') depth -= 1
    else if (depth === 0) said += sign
    if (depth < 0) break
  }
  return said
}
