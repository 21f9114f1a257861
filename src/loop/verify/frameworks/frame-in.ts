/** The first place below the project that a stack of JavaScript names, as `path:line`; null where it names none. */
export function frameIn(stack: string): string | null {
  for (const [, path = '', line] of stack.matchAll(FRAME))
    if (!/^(?:[a-z]+:|\/|\.\.\/|<)|node_modules\//.test(path)) return `${path}:${line}`
  return null
}

const FRAME = /^\s*at (?:.*? \()?([^()\n]+?):(\d+):\d+\)?(?: \{)?$/gm
