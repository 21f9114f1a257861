import { Script } from 'node:vm'

/** Does work in this thread, and ends it when it takes too long, whatever it is at. False then: it was left in the middle. */
export function withinTime(work: () => void, limitMs: number): boolean {
  // A script is all that Node ends, and it sees nothing but what is global.
  const place = globalThis as { [WORK]?: () => void }
  place[WORK] = work
  try {
    new Script(`globalThis[Symbol.for('${NAME}')]()`).runInThisContext({ timeout: limitMs })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      return false
    throw error
  } finally {
    delete place[WORK]
  }
}

const NAME = 'keel.work'
const WORK = Symbol.for(NAME)
