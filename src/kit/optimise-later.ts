import { setFlagsFromString } from 'node:v8'
import { atTheEnd } from './at-the-end.ts'

/**
 * To be called before anything is parsed. V8 optimises each function in each thread anew once it has run a little: for a few
 * thousand files that takes a seventh of all the time, and mostly of functions that have hardly anything left to do.
 */
export function optimiseLater(): void {
  setBudget(LATER_BYTES)
  atTheEnd(optimiseAsEver)
}

/** To be called when all is parsed, before something is reckoned in long loops: that takes half as long again without. */
export function optimiseAsEver(): void {
  setBudget(EVER_BYTES)
}

/** How much a function has to run first, in bytes of its code. */
function setBudget(bytes: number): void {
  setFlagsFromString(`--interrupt-budget=${bytes}`)
}

const EVER_BYTES = 66 * 1024
const LATER_BYTES = 500_000
