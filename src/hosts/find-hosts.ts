import { accessSync, constants, existsSync, lstatSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Place } from '#words/place.ts'
import { type HostName, hosts } from './registry.ts'

export type HostUse =
  /** The project itself shows it: whoever works here uses this host. */
  | { readonly kind: 'project'; readonly host: HostName; readonly sign: string }
  /** Only this machine shows it. */
  | { readonly kind: 'machine'; readonly host: HostName; readonly sign: string }

/** Which hosts are in use, and how we know. A project's sign wins over a machine's. */
export function findHosts(place: Place): HostUse[] {
  return Object.entries(hosts).flatMap(([name, { signs }]): HostUse[] => {
    const host = name as HostName
    const inProject = signs.project.find((path) => isNamed(join(place.root, path)))
    if (inProject !== undefined) return [{ kind: 'project', host, sign: inProject }]
    const inHome = signs.home.find((path) => existsSync(join(place.home, path)))
    if (inHome !== undefined) return [{ kind: 'machine', host, sign: `~/${inHome}` }]
    const program = findProgram(signs.programs, place)
    return program === null ? [] : [{ kind: 'machine', host, sign: `the program ${program}` }]
  })
}

/** The first of these programs that can be started here. */
export function findProgram(programs: readonly string[], { environment }: Place): string | null {
  return programs.find((name) => isOnPath(name, environment['PATH'] ?? '')) ?? null
}

/** A link that leads nowhere yet is a sign too: somebody means to have the file. */
function isNamed(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

function isOnPath(program: string, path: string): boolean {
  return path.split(delimiter).some((directory) => {
    if (directory === '') return false
    try {
      accessSync(join(directory, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
