/**
 * Puts flags of V8 back before the process ends, once for each way to do so. What V8 has compiled is kept at the very end, and is
 * refused the next time by a V8 with other flags: one that begins has none of ours.
 */
export function atTheEnd(putBack: () => void): void {
  if (!promised.has(putBack)) process.prependOnceListener('exit', putBack)
  promised.add(putBack)
}

const promised = new Set<() => void>()
