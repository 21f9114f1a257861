import { setFlagsFromString } from 'node:v8'

/**
 * From now on, a regular expression that runs wild is taken over by an engine whose time grows with the text alone. It
 * cannot look around or refer back; expressions that do are for somebody else to refuse.
 */
export function boundExpressions(): void {
  setFlagsFromString('--enable-experimental-regexp-engine-on-excessive-backtracks')
}
