import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { languageOf } from '#context/code/languages/all.ts'
import { withoutSecrets } from '#context/code/without-secrets.ts'
import { writeAtomically } from '#kit/files.ts'
import { AST_CONTEXT_FILE } from './ast-context-file.ts'
import type { Repository } from './read-repository.ts'

/** Writes what parsing knows of each module into a file of its own, in a folder that is built like the repository. How many there are. */
export function writeAstContext(
  { graph, describeModule }: Repository,
  { folder, modules }: { folder: string; modules: ReadonlyMap<string, readonly string[]> },
): number {
  const places = new Map(graph.paths.map((path, place) => [path, place]))
  for (const [module, paths] of modules) {
    const { about } = describeModule(module, paths).document
    const context = {
      module,
      needs: about.kind === 'module' ? about.needs : [],
      files: paths.map((path) => ({
        path,
        language: languageOf(path)?.name ?? null,
        symbols: graph.definitionsOf(places.get(path) ?? -1).map(({ parent, ...definition }) => ({
          ...definition,
          signature: withoutSecrets(definition.signature),
          doc: definition.doc === null ? null : withoutSecrets(definition.doc),
          /** The one around it, by its place in this list. */
          parent,
        })),
      })),
    }
    const file = join(folder, module, AST_CONTEXT_FILE)
    mkdirSync(dirname(file), { recursive: true })
    writeAtomically(file, Buffer.from(`${JSON.stringify(context, null, 2)}\n`))
  }
  return modules.size
}
