import { basename, dirname, join } from 'node:path'
import { isWithin } from '#kit/confine.ts'
import { isFile, readIfReadable } from '#kit/files.ts'
import { upward } from '#kit/find-up.ts'
import type { InstructionLoad, LoadedFile, UnloadedFile } from '#words/instructions.ts'
import type { LoadRequest } from '../contract.ts'
import { type CodexSettings, readSettings } from './settings.ts'

/**
 * Codex reads one file per directory, from the project's root down to where it starts, and spends one budget of
 * bytes on them in that order. Nothing below, nothing on demand, no imports, and comments stay.
 */
export function loadInstructions({ place, candidates }: LoadRequest): InstructionLoad {
  const settings = readSettings(place)
  const chain = settings.isUntrusted ? { loaded: [], unloaded: [] } : loadChain(place.cwd, settings)
  const loaded = [...loadUserFile(settings), ...chain.loaded]
  const told = new Set([...loaded, ...chain.unloaded].map(({ path }) => path))
  const rest = candidates
    .filter((path) => !told.has(path))
    .flatMap((path) => explain(path, { cwd: place.cwd, settings }))
  return { loaded, unloaded: [...chain.unloaded, ...rest] }
}

/** The user's own file is outside the budget, and an empty override does not hide it. */
function loadUserFile({ userDirectory }: CodexSettings): LoadedFile[] {
  for (const name of ['AGENTS.override.md', 'AGENTS.md']) {
    const path = join(userDirectory, name)
    const bytes = readIfReadable(path)
    const text = trimEnds(bytes?.toString('utf8') ?? '')
    if (bytes !== null && text !== '') {
      return [{ path, via: { kind: 'user' }, when: { kind: 'start' }, bytes: bytes.length, text, cut: null }]
    }
  }
  return []
}

function loadChain(cwd: string, { projectRoot, fallbackNames, maxBytes }: CodexSettings): InstructionLoad {
  const loaded: LoadedFile[] = []
  const unloaded: UnloadedFile[] = []
  let room = maxBytes
  for (const directory of upward(cwd)
    .filter((at) => isWithin(projectRoot, at))
    .reverse()) {
    const path = fileOf(directory, fallbackNames)
    const bytes = path === null ? null : readIfReadable(path)
    if (path === null || bytes === null) continue
    const text = bytes.subarray(0, room).toString('utf8')
    if (trimEnds(bytes.toString('utf8')) === '') {
      unloaded.push({ path, kind: 'ignored', because: 'It is empty.' })
    } else if (trimEnds(text) === '') {
      unloaded.push({
        path,
        kind: 'cut',
        because: `The ${maxBytes} bytes that all project files share are used up by those above.`,
      })
    } else {
      const lost = bytes.length - Math.min(bytes.length, room)
      const cut =
        lost === 0
          ? null
          : { bytes: lost, because: `All project files share ${maxBytes} bytes, spent from the root down.` }
      loaded.push({ path, via: { kind: 'project' }, when: { kind: 'start' }, bytes: bytes.length, text, cut })
      room -= bytes.length - lost
    }
  }
  return { loaded, unloaded }
}

/** The first that is there, empty or not, takes the place of the others. */
function fileOf(directory: string, fallbackNames: readonly string[]): string | null {
  return (
    namesOf(fallbackNames)
      .map((name) => join(directory, name))
      .find(isFile) ?? null
  )
}

/** A fallback name with a folder in it is never found. */
function namesOf(fallbackNames: readonly string[]): string[] {
  return ['AGENTS.override.md', 'AGENTS.md', ...fallbackNames.filter((name) => !/[/]/.test(name))]
}

function explain(path: string, { cwd, settings }: { cwd: string; settings: CodexSettings }): UnloadedFile[] {
  const directory = dirname(path)
  if (settings.isUntrusted)
    return [{ path, kind: 'ignored', because: 'This project is marked as untrusted.' }]
  if (!namesOf(settings.fallbackNames).includes(basename(path))) {
    const because =
      'Codex reads only AGENTS.md, and what project_doc_fallback_filenames in its config.toml names.'
    return [{ path, kind: 'ignored', because }]
  }
  const taker = fileOf(directory, settings.fallbackNames)
  if (isWithin(directory, cwd) && isWithin(settings.projectRoot, directory)) {
    if (taker === null || taker === path) return []
    return [
      {
        path,
        kind: 'ignored',
        because: `Codex reads one file per directory, and ${taker.slice(directory.length + 1)} is it here.`,
      },
    ]
  }
  return [
    {
      path,
      kind: 'ignored',
      because: 'Codex reads only from the project’s root down to where it is started.',
    },
  ]
}

/** White space only: a byte order mark, which JavaScript would trim too, stays where Codex leaves it. */
function trimEnds(text: string): string {
  return text.replaceAll(/^[^\S\ufeff]+|[^\S\ufeff]+$/g, '')
}
