import type { Dirent } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import ignore, { type Ignore } from 'ignore'
import { NO_LETTER, rawPathOf } from './raw-path-of.ts'

/**
 * The paths of all files below a folder that is in no repository, by the rules of the `.gitignore` files in it. Links are
 * named, and not followed.
 */
export async function walkFolder(root: string): Promise<string[]> {
  const files: string[] = []
  const ahead: Folder[] = [{ path: '', rules: [] }]
  for (let folder = ahead.pop(); folder !== undefined; folder = ahead.pop()) {
    const entries = await entriesOf(root, folder.path)
    const rules = await rulesIn(folder, { root, entries })
    const prefix = folder.path === '' ? '' : `${folder.path}/`
    const kept = entries.filter((entry) => !isIgnored(rules, `${prefix}${entry.name}${slash(entry)}`))
    // One by one: a folder may hold more than a call takes arguments.
    for (const entry of kept) {
      const path = prefix + entry.name
      if (entry.isFile() || entry.isSymbolicLink()) files.push(path)
      else if (entry.isDirectory() && !NEVER.has(entry.name)) ahead.push({ path, rules })
    }
  }
  return files
}

type Rules = { readonly folder: string; readonly matcher: Ignore }
type Folder = { readonly path: string; readonly rules: readonly Rules[] }

/** What is never the project's own, whether a rule says so or not. */
const NEVER = new Set(['.git', '.hg', '.svn', '.jj', 'node_modules'])

function slash(entry: Dirent): string {
  return entry.isDirectory() ? '/' : ''
}

async function rulesIn(
  { path, rules }: Folder,
  { root, entries }: { root: string; entries: readonly Dirent[] },
): Promise<readonly Rules[]> {
  if (!entries.some((entry) => entry.name === '.gitignore' && entry.isFile())) return rules
  try {
    const text = await readFile(join(root, path, '.gitignore'), 'utf8')
    return [...rules, { folder: path, matcher: ignore().add(text) }]
  } catch {
    return rules
  }
}

/** The rule of the innermost folder that has a word on it decides. */
function isIgnored(rules: readonly Rules[], path: string): boolean {
  for (const { folder, matcher } of rules.toReversed()) {
    const { ignored, unignored } = matcher.test(folder === '' ? path : path.slice(folder.length + 1))
    if (ignored || unignored) return ignored
  }
  return false
}

/** A folder that cannot be read holds nothing that an agent could read either. */
async function entriesOf(root: string, path: string): Promise<Dirent[]> {
  try {
    const whole = path.includes(NO_LETTER) ? rawPathOf(root, path) : null
    return await readdir(whole ?? join(root, path), { withFileTypes: true })
  } catch {
    return []
  }
}
