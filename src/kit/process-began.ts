import { readFileSync } from 'node:fs'

/**
 * When a process began, in a number that means something only beside another of the same machine: numbers of processes come
 * again, and this with them never. Null where the system does not tell.
 */
export function processBegan(pid: number): number | null {
  try {
    const state = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name comes before, in brackets, and may have any letters in it.
    const fields = state.slice(state.lastIndexOf(')') + 2).split(' ')
    return Number(fields[BEGAN_FIELD]) || null
  } catch {
    return null
  }
}

const BEGAN_FIELD = 19
