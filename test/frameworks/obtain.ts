import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Proof } from './proof.ts'

export type Obtained =
  | { readonly kind: 'present'; readonly folder: string }
  | { readonly kind: 'absent'; readonly reason: string }

/** A framework from the cache, brought there first where it is not. A folder comes into being by a rename, and is whole. */
export function obtain({ name, source }: Proof): Obtained {
  const folder = join(cacheFolder(), `${name}@${source.version}`)
  if (existsSync(folder)) return { kind: 'present', folder }
  mkdirSync(cacheFolder(), { recursive: true })
  const unfinished = mkdtempSync(join(cacheFolder(), `.installing-${name}-`))
  try {
    source.install(unfinished)
    settle(unfinished, folder)
    return { kind: 'present', folder }
  } catch (error) {
    return { kind: 'absent', reason: error instanceof Error ? error.message : `${error}` }
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

function cacheFolder(): string {
  return process.env['KEEL_FRAMEWORK_CACHE'] || join(homedir(), '.cache', 'keel', 'frameworks')
}

/** Whoever comes second finds the folder there and lets it stand. */
function settle(unfinished: string, folder: string): void {
  if (readdirSync(unfinished).length === 0) return
  try {
    renameSync(unfinished, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  }
}
