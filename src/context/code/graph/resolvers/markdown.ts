import { folderOf } from '../paths/folder-of.ts'
import { pathFrom } from '../paths/path-from.ts'
import type { MakeResolver } from '../resolver.ts'

/** Links from where a file lies, or from the root. One to a folder is to what introduces it. */
export const resolveMarkdown: MakeResolver = (project) => ({
  resolve: (from, { specifier }) => {
    const said = decoded(specifier)
    const bases = said.startsWith('/') ? [''] : [folderOf(from), '']
    const paths = bases.flatMap((base) => pathFrom(base, `./${said}`) ?? [])
    const candidates = paths.flatMap((path) => [
      path,
      `${path}.md`,
      ...INDEXES.map((name) => (path === '' ? name : `${path}/${name}`)),
    ])
    const found = candidates.find(project.has)
    return found === undefined ? [] : [found]
  },
})

const INDEXES = ['README.md', 'readme.md', 'index.md', 'index.mdx', '_index.md']

function decoded(specifier: string): string {
  try {
    return decodeURIComponent(specifier)
  } catch {
    return specifier
  }
}
