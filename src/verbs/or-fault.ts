import { Fault } from '#words/fault.ts'

/** What comes of it, or the fault that was thrown on the way. Everything else is thrown on. */
export async function orFault<Value>(work: () => Value | Promise<Value>): Promise<Value | Fault> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Fault) return error
    throw error
  }
}
