import type { Letters } from './find-native.ts'

/**
 * Whether a text has letters of which nobody knows whether the native parser takes them for letters, as WebAssembly does: those are of
 * a later Unicode, or of a plane that hardly anybody writes in.
 */
export function hasOtherLetters(text: string, known: Letters): boolean {
  return OTHERS[known].test(text)
}

const OTHERS = {
  most: /[\u{20000}-\u{10ffff}]/u,
  few: /[\u0870-\u1fff\u3400-\uffff]/,
} as const satisfies Record<Letters, RegExp>
