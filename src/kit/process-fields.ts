import { readFileSync } from 'node:fs'

/** What Linux tells of a process, from its state on; nothing where the system does not tell. */
export function processFields(pid: number): string[] {
  try {
    const state = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name comes before, in brackets, and may have any letters in it.
    return state.slice(state.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}
