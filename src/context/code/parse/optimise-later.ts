import { setFlagsFromString } from 'node:v8'

/**
 * To be called before anything is parsed. V8 optimises each function in each thread anew once it has run a little: for a few
 * thousand files that takes a seventh of all the time, and mostly of functions that have hardly anything left to do.
 */
export function optimiseLater(): void {
  setFlagsFromString(`--interrupt-budget=${BUDGET_BYTES}`)
}

/** How much a function has to run first, in bytes of its code: seven times what it is without this. */
const BUDGET_BYTES = 500_000
