import { join } from 'node:path'
import { parse } from 'smol-toml'
import * as z from 'zod'
import { readIfReadable } from '#kit/files.ts'
import { findUp } from '#kit/find-up.ts'
import type { Place } from '#words/place.ts'

/** What of Codex's configuration decides which instruction files it loads. */
export type CodexSettings = {
  readonly userDirectory: string
  /** The project as Codex sees it: it reads nothing above. */
  readonly projectRoot: string
  readonly isUntrusted: boolean
  readonly fallbackNames: readonly string[]
  readonly maxBytes: number
}

export function readSettings({ cwd, home, environment }: Place): CodexSettings {
  const moved = environment['CODEX_HOME'] ?? ''
  const userDirectory = moved === '' ? join(home, '.codex') : moved
  const user = readToml(join(userDirectory, 'config.toml'))
  const markers = user.project_root_markers ?? ['.git']
  const projectRoot = (markers.length === 0 ? null : findUp(cwd, markers)) ?? cwd
  const isUntrusted = [cwd, projectRoot].some((path) => user.projects?.[path]?.trust_level === 'untrusted')
  // Root markers are looked up before the project's own file can be found, so that file cannot set them.
  const project = isUntrusted ? {} : readToml(join(projectRoot, '.codex', 'config.toml'))
  return {
    userDirectory,
    projectRoot,
    isUntrusted,
    fallbackNames: project.project_doc_fallback_filenames ?? user.project_doc_fallback_filenames ?? [],
    maxBytes: project.project_doc_max_bytes ?? user.project_doc_max_bytes ?? DEFAULT_MAX_BYTES,
  }
}

const DEFAULT_MAX_BYTES = 32 * 1024

const settingsSchema = z.object({
  project_root_markers: z.array(z.string()).optional(),
  project_doc_fallback_filenames: z.array(z.string()).optional(),
  project_doc_max_bytes: z.number().optional(),
  projects: z.record(z.string(), z.looseObject({ trust_level: z.string().optional() })).optional(),
})

/** A file that Codex itself would reject stops Codex, not this report. */
function readToml(path: string): Partial<z.infer<typeof settingsSchema>> {
  const bytes = readIfReadable(path)
  if (bytes === null) return {}
  try {
    return settingsSchema.parse(parse(bytes.toString('utf8')))
  } catch {
    return {}
  }
}
