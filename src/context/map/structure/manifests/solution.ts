import { posix } from 'node:path'
import type { ManifestKind } from './manifest.ts'

/** The older form is lines, the newer is XML; in both a project is a path in quotes that ends in `proj`. */
export const solution: ManifestKind = {
  path: /\.slnx?$/,
  read: (path, text) => {
    const projects = [
      ...new Set(
        [...text.matchAll(/"([^"\n]{1,300}\.[a-z]{0,5}proj)"/g)].map(([, project = '']) =>
          project.replaceAll('\\', '/'),
        ),
      ),
    ]
    if (!projects.some((project) => /\.(cs|fs|vb)proj$/.test(project))) return {}
    const name = posix.basename(path)
    const line = (verb: string) => `dotnet ${verb} ${/\s/.test(name) ? `"${name}"` : name}`
    return {
      ecosystem: 'dotnet',
      workspace: {
        name: 'Solution',
        members: projects.map((project) => posix.dirname(project)),
        count: projects.length,
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
