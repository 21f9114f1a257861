import { splitOutside } from '../text/split-outside.ts'
import { squeezed } from '../text/squeezed.ts'

/** The assertions in the functions that a text hands on, without blanks. */
export function assertionsInside(text: string, assertions: RegExp): string[] {
  const [first, ...inner] = [...text.matchAll(assertions)]
  if (first === undefined || !/=>|\bfunction\b|\bfunc\b|->|\blambda\b|\|/.test(text)) return []
  return inner.map(({ index }) => squeezed(splitOutside(text.slice(index, index + FAR), ENDS)[0] ?? ''))
}

const FAR = 1000
const ENDS = /[;,)}]|\n(?!\s*\.)/y
