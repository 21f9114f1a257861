import { setFlagsFromString } from 'node:v8'
import { atTheEnd } from './at-the-end.ts'

/**
 * To be called before much is read. V8 doubles the space for what is new only after it has looked through all of it, from a megabyte
 * on: a tenth of what a map of a changed file takes was spent on that. Now it takes all that it may have the first time.
 */
export function growAtOnce(): void {
  setFactor(AT_ONCE)
  atTheEnd(growAsEver)
}

function growAsEver(): void {
  setFactor(AS_EVER)
}

function setFactor(factor: number): void {
  setFlagsFromString(`--semi-space-growth-factor=${factor}`)
}

const AS_EVER = 2
const AT_ONCE = 16
