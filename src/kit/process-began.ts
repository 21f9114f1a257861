import { processFields } from './process-fields.ts'

/**
 * When a process began, in a number that means something only beside another of the same machine: numbers of processes come
 * again, and this with them never. Null where the system does not tell.
 */
export function processBegan(pid: number): number | null {
  return Number(processFields(pid)[BEGAN_FIELD]) || null
}

const BEGAN_FIELD = 19
