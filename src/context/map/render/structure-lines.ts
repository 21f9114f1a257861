import type { Conventions, Folder, Structure } from '../structure/structure.ts'
import { type MapLine, PASSING } from './map-line.ts'

/** Entry points, key files, modules, conventions and the tree: what tells most comes first. */
export function structureLines({ entryPoints, keyFiles, modules, conventions, tree }: Structure): MapLine[] {
  const line = (text: string, rank: number): MapLine => ({ section: 'structure', text, rank })
  const entries = entryPoints
    .slice(0, 10)
    .map(({ name, target }) => (name === null ? `\`${target}\`` : `${name} → \`${target}\``))
  const keys = keyFiles.slice(0, 12).map(({ path }) => `\`${path}\``)
  return [
    ...(entries.length === 0 ? [] : [line(`- Entry points: ${entries.join(', ')}`, 4)]),
    ...(keys.length === 0 ? [] : [line(`- Key files: ${keys.join(', ')}`, 5)]),
    ...conventionTexts(conventions).map((text) => line(text, 6)),
    ...commitTexts(conventions).map((text): MapLine => ({ ...line(text, 6), isPassing: true })),
    ...modules.slice(0, MODULES_MAX).map(({ path, name, description, files }, place) => {
      const label = path === '' ? name : `\`${path}\``
      const about = description === null ? `${files} files` : description
      return line(`- ${label}: ${about}`, 5 + place / 8)
    }),
    ...treeTexts(tree, 0).map(({ text, depth }, place) => line(text, 7 + depth + place / 1000)),
  ]
}

const MODULES_MAX = 40

function conventionTexts({ tests, modules, formatters, linters, typecheckers }: Conventions): string[] {
  const names = (items: readonly { readonly name: string }[]) =>
    [...new Set(items.map(({ name }) => name))].join(', ')
  const layout = [
    tests.layout,
    tests.names[0] === undefined ? null : `named \`${tests.names[0]}\``,
    tests.folders[0] === undefined ? null : `in \`${tests.folders[0]}\``,
  ]
  const said = layout.filter((part) => part !== null).join(', ')
  return [
    ...(said === '' && tests.frameworks.length === 0
      ? []
      : [`- Tests: ${[names(tests.frameworks), said].filter((part) => part !== '').join('; ')}`]),
    ...(modules.length === 0
      ? []
      : [`- Modules: ${[...new Set(modules.map(({ system }) => system))].join(', ')}`]),
    ...(formatters.length + linters.length + typecheckers.length === 0
      ? []
      : [`- Style: ${names([...formatters, ...linters, ...typecheckers])}`]),
  ]
}

function commitTexts({ commits }: Conventions): string[] {
  if (commits === null || commits.style === 'free') return []
  const words = commits.words.length === 0 ? '' : ` (${commits.words.slice(0, 6).join(', ')})`
  return [`${PASSING.commits}${commits.style}${words}`]
}

function treeTexts(
  { folders, more }: Folder,
  depth: number,
): { readonly text: string; readonly depth: number }[] {
  const indent = '  '.repeat(depth)
  const rest =
    more === null ? [] : [{ text: `${indent}- … ${more.folders} more folders, ${more.files} files`, depth }]
  return [
    ...folders.flatMap((folder) => [
      { text: `${indent}- ${folder.name}/ ${annotation(folder)}`, depth },
      ...treeTexts(folder, depth + 1),
    ]),
    ...rest,
  ]
}

function annotation({ role, files, mostly }: Folder): string {
  const kind = role === 'source' ? '' : `${role}, `
  return `(${kind}${files} ${files === 1 ? 'file' : 'files'}${mostly === null ? '' : `, mostly ${mostly}`})`
}
