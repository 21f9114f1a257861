import { dirname, join } from 'node:path'
import * as z from 'zod'
import { isWithin } from '#kit/confine.ts'
import { realPath } from '#kit/real-path.ts'
import type { Place } from '#words/place.ts'
import { readJson } from './read-json.ts'

type TrustQuestion = {
  readonly cwd: string
  readonly userDirectory: string
  readonly environment: Place['environment']
  /** False where the user has switched folder trust off. */
  readonly isTrustAsked: boolean
}

/**
 * Whether Gemini CLI trusts the start folder, without which it reads neither the project's settings nor its
 * instruction files. Of a folder that nobody has decided on it asks before it does anything, so that the only
 * answer that makes a session with the project is yes.
 */
export function isTrusted({ cwd, userDirectory, environment, isTrustAsked }: TrustQuestion): boolean {
  const variable = environment['GEMINI_CLI_TRUST_WORKSPACE']
  if (environment['GEMINI_RESTRICTED_MODE'] === 'true' || variable === 'false') return false
  if (variable === 'true' || !isTrustAsked) return true
  const moved = environment['GEMINI_CLI_TRUSTED_FOLDERS_PATH'] ?? ''
  const rules = readJson(moved === '' ? join(userDirectory, 'trustedFolders.json') : moved, rulesSchema)
  const decisive = Object.entries(rules ?? {})
    .filter(([path, level]) => isWithin(realPath(level === 'TRUST_PARENT' ? dirname(path) : path), cwd))
    .reduce<{ path: string; level: TrustLevel } | null>(
      (best, [path, level]) => (best !== null && best.path.length >= path.length ? best : { path, level }),
      null,
    )
  return decisive?.level !== 'DO_NOT_TRUST'
}

const trustLevel = z.enum(['TRUST_FOLDER', 'TRUST_PARENT', 'DO_NOT_TRUST'])
type TrustLevel = z.infer<typeof trustLevel>
const rulesSchema = z.record(z.string(), trustLevel)
