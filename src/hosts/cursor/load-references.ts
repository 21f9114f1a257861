import { relative, resolve } from 'node:path'
import { isWithin } from '#kit/confine.ts'
import { readPlainFile } from '#kit/files.ts'
import type { InstructionLoad, LoadedFile, UnloadedFile } from '#words/instructions.ts'

type ReferringRule = {
  readonly rule: LoadedFile
  /** All of the file, front matter too, which lines are counted in. */
  readonly source: string
  readonly workspace: string
}

/**
 * The files that a rule names with an `@`, by their path in the workspace. They come with the rule. Whether an `@`
 * inside them counts is not documented, and is taken not to.
 */
export function loadReferences({ rule, source, workspace }: ReferringRule): InstructionLoad {
  const loaded: LoadedFile[] = []
  const unloaded: UnloadedFile[] = []
  const linesAbove = source.split('\n').length - rule.text.split('\n').length
  for (const reference of findReferences(rule.text)) {
    const path = resolve(workspace, reference.name)
    const line = reference.line + linesAbove
    const at = `${relative(workspace, rule.path)}:${line}`
    const isInside = isWithin(workspace, path)
    const bytes = isInside ? readReferenced(path) : null
    if (!isInside) {
      unloaded.push({
        path,
        kind: 'ignored',
        because: `${at} refers to it, but it is outside the workspace.`,
      })
    } else if (bytes !== null) {
      const via = { kind: 'import', from: rule.path, line } as const
      loaded.push({ ...rule, path, via, bytes: bytes.length, text: bytes.toString('utf8') })
    } else if (reference.name.includes('/')) {
      unloaded.push({ path, kind: 'missing', because: `${at} refers to it, but there is no such file.` })
    }
  }
  return { loaded, unloaded }
}

type Reference = { readonly name: string; readonly line: number }

/** Each name once. In fenced code an `@` is far more often a decorator than a file. */
function findReferences(text: string): Reference[] {
  const found = new Map<string, Reference>()
  let isCode = false
  for (const [index, line] of text.split('\n').entries()) {
    if (/^\s*(```|~~~)/.test(line)) isCode = !isCode
    else if (!isCode) {
      for (const [, name = ''] of line.matchAll(REFERENCE)) {
        if (!found.has(name)) found.set(name, { name, line: index + 1 })
      }
    }
  }
  return [...found.values()]
}

/** A path that ends in an extension, so that mentions of people and packages stay what they are. */
const REFERENCE = /(?<![^\s(])@((?:[\w.-]+\/)*[\w.-]*\.\w+)/g

/** Any word of prose may stand behind an `@`, even one that no file system takes for a name. */
function readReferenced(path: string): Buffer | null {
  try {
    return readPlainFile(path)
  } catch {
    return null
  }
}
