import type { Worker } from '#words/entry.ts'

export function workerName(worker: Worker): string {
  if (worker.kind === 'model') return `${worker.model} as ${worker.role}`
  return worker.model === null ? worker.host : `${worker.host} with ${worker.model}`
}
