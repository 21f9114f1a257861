import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { amongWorktrees } from './among-worktrees.ts'

/**
 * A key of this machine’s user for one project, made of one that lies in no repository: what is sealed with it was written by keel here, of
 * this project, and has not been touched since. In a copy of a project, where others may lie beside the same files, it is another, and
 * in all worktrees of a repository the same. Null where none can be kept; then nothing is sealed, and nothing is believed.
 */
export function sealKey(keeper: ProjectKeeper): Buffer | null {
  return keyOfProject(readKey(keyFile(keeper)) ?? makeKey(keyFile(keeper)), keeper)
}

/** The key where there is one already: who only asks whether something is sealed has no need of a new one. */
export function knownSealKey(keeper: ProjectKeeper): Buffer | null {
  return keyOfProject(readKey(keyFile(keeper)), keeper)
}

function keyOfProject(key: Buffer | null, { root }: ProjectKeeper): Buffer | null {
  if (key === null) return null
  return createHmac('sha256', key)
    .update(dirname(amongWorktrees(systemPath(root), '.keel')))
    .digest()
}

/** A host names a project as it was opened, by links and in letters of any case, and a shell that stands there by its own path. */
function systemPath(root: string): string {
  try {
    return realpathSync.native(root)
  } catch {
    return root
  }
}

function keyFile(keeper: Keeper): string {
  return join(stateFolder(keeper), 'seal.key')
}

/** Where keel keeps what is the user’s and lies in no repository. */
export function stateFolder({ home, environment }: Keeper): string {
  return join(environment['XDG_STATE_HOME'] || join(home, '.local/state'), 'keel')
}

export type Keeper = {
  readonly home: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

export type ProjectKeeper = Keeper & { readonly root: string }

const KEY_BYTES = 32

function readKey(file: string): Buffer | null {
  try {
    const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex')
    return key.length === KEY_BYTES ? key : null
  } catch {
    return null
  }
}

/** Whoever comes second takes what the first has made. */
function makeKey(file: string): Buffer | null {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(file, `${randomBytes(KEY_BYTES).toString('hex')}\n`, { flag: 'wx', mode: 0o600 })
  } catch {
    // It is there by now, or cannot be.
  }
  return readKey(file)
}

/** The same record has the same seal, in whatever order its fields are. */
export function sealOf(record: SealRecord, key: Buffer): string {
  const { seal: _, ...rest } = record
  return createHmac('sha256', key).update(inOrder(rest)).digest('hex')
}

type SealRecord = Readonly<Record<string, unknown>>

export function isSealed(record: SealRecord, key: Buffer | null): boolean {
  const { seal } = record
  if (key === null || typeof seal !== 'string') return false
  const [given, due] = [Buffer.from(seal, 'hex'), Buffer.from(sealOf(record, key), 'hex')]
  return given.length === due.length && timingSafeEqual(given, due)
}

function inOrder(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inOrder).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value).filter(([, one]) => one !== undefined)
  fields.sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${fields.map(([name, one]) => `${JSON.stringify(name)}:${inOrder(one)}`).join(',')}}`
}
