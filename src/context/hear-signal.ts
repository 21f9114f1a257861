import { setImmediate } from 'node:timers/promises'

/** Who has been at work without a pause has not been told yet that it shall end. */
export async function hearSignal(signal: AbortSignal | undefined): Promise<void> {
  await setImmediate()
  signal?.throwIfAborted()
}
