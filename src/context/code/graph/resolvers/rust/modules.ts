import { posix } from 'node:path'
import { outlineOf } from '../../../write-tags.ts'
import type { CodeFile } from '../../code-file.ts'
import { folderOf } from '../../paths/folder-of.ts'
import { pathFrom } from '../../paths/path-from.ts'
import type { Project } from '../../resolver.ts'

/** Which file is a module of which, as they say it themselves with `mod name;`. */
export type RustModules = {
  readonly childOf: (path: string, name: string) => string | null
  readonly parentOf: (path: string) => string | null
  /** The file that a crate begins in, found by going up. */
  readonly topOf: (path: string) => string
  /** How many modules that are written out in the file itself are around a line of it. */
  readonly depthAt: (path: string, line: number) => number
}

export function readModules(project: Project): RustModules {
  const files = new Map<string, CodeFile>()
  const children = new Map<string, Map<string, string>>()
  const parents = new Map<string, string>()
  for (const file of project.filesOf(['rust'])) {
    files.set(file.path, file)
    const own = childrenOf(project, file)
    children.set(file.path, own)
    for (const child of own.values())
      if (!parents.has(child) && !isAround(parents, { path: file.path, child })) parents.set(child, file.path)
  }
  const parentOf = (path: string) => parents.get(path) ?? null
  const topOf = (path: string): string => {
    const parent = parentOf(path)
    return parent === null ? path : topOf(parent)
  }
  return {
    childOf: (path, name) => children.get(path)?.get(name) ?? null,
    parentOf,
    topOf,
    depthAt: (path, line) => inlineAround(files.get(path), line).length,
  }
}

/** Two files that each claim the other would go round in circles. */
function isAround(
  parents: ReadonlyMap<string, string>,
  { path, child }: { path: string; child: string },
): boolean {
  for (let at: string | undefined = path; at !== undefined; at = parents.get(at))
    if (at === child) return true
  return false
}

function childrenOf(project: Project, file: CodeFile): Map<string, string> {
  const found = new Map<string, string>()
  for (const { specifier, line } of file.tags.imports) {
    if (!specifier.startsWith('mod ')) continue
    const name = specifier.slice(4)
    const path = findChild(project, { file, name, around: inlineAround(file, line) })
    if (path !== null) found.set(name, path)
  }
  return found
}

type Wanted = { readonly file: CodeFile; readonly name: string; readonly around: readonly string[] }

/** In its own folder if it begins a crate or a folder of modules, else in the one that has its name. */
function findChild(project: Project, { file, name, around }: Wanted): string | null {
  const folder = folderOf(file.path)
  const stem = posix.basename(file.path, '.rs')
  const findIn = (...parts: string[]) => {
    const path = [folder, ...parts, ...around, name].filter((part) => part !== '').join('/')
    return [`${path}.rs`, `${path}/mod.rs`].find(
      (candidate) => candidate !== file.path && project.has(candidate),
    )
  }
  const expected = /^(lib|main|mod)$/.test(stem) ? findIn() : findIn(stem)
  if (expected !== undefined) return expected
  const said = saidPath(project.read(file.path) ?? '', name)
  const path = said === null ? null : pathFrom(folder, said)
  // A crate may begin in a file of any name.
  return path !== null && project.has(path) ? path : (findIn() ?? null)
}

/** `#[path = "elsewhere.rs"] mod name;` */
function saidPath(text: string, name: string): string | null {
  const pattern = `#\\[path\\s*=\\s*"([^"]+)"\\]\\s*(?:#\\[[^\\]]*\\]\\s*)*(?:pub\\s*(?:\\([^)]*\\))?\\s+)?mod\\s+${name}\\s*;`
  return new RegExp(pattern).exec(text)?.[1] ?? null
}

/** Names of the modules that a line stands in, the outermost first. */
function inlineAround(file: CodeFile | undefined, line: number): string[] {
  const modules = file === undefined ? [] : outlineOf(file.tags).modules
  return modules.filter((module) => module.line <= line && line <= module.endLine).map(({ name }) => name)
}
