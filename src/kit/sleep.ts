/** Holds this thread for a while, where whoever called cannot wait for a promise. */
export function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
