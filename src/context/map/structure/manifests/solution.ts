import { posix } from 'node:path'
import type { ManifestKind } from './manifest.ts'
import { linesOf } from './reading/lines-of.ts'

/** The older form is lines, the newer is XML; in both a project is a path in quotes that ends in `proj`. */
export const solution: ManifestKind = {
  path: /\.slnx?$/,
  read: (path, text) => {
    const projects = linesOf(text).flatMap(
      (line) => /"([^"]{1,300}\.(?:cs|fs|vb)proj)"/.exec(line)?.[1] ?? [],
    )
    if (projects.length === 0) return {}
    const name = posix.basename(path)
    const line = (verb: string) => `dotnet ${verb} ${/\s/.test(name) ? `"${name}"` : name}`
    return {
      ecosystem: 'dotnet',
      workspace: {
        name: 'Solution',
        members: projects.map((project) => posix.dirname(project.replaceAll('\\', '/'))),
      },
      offers: [
        { purpose: 'install', line: line('restore'), rank: 0, isCustom: true },
        { purpose: 'build', line: line('build'), rank: 0, isCustom: true },
        { purpose: 'test', line: line('test'), rank: 0, isCustom: true },
        { purpose: 'format', line: line('format'), rank: 1, isCustom: true },
      ],
    }
  },
}
