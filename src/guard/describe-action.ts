import { relative, sep } from 'node:path'
import { isWithin } from '#kit/confine.ts'
import type { Action } from '#words/action.ts'

/** An action in a few words, for the journal: `write .keel/guards/x.yaml`. */
export function describeAction(action: Action | null, root: string): string {
  if (action === null) return 'unknown'
  switch (action.kind) {
    case 'read':
    case 'write':
    case 'remove': {
      const path = isWithin(root, action.path)
        ? relative(root, action.path).split(sep).join('/')
        : action.path
      return `${action.kind} ${path}`
    }
    case 'run':
      return `run ${firstOf(action.command)}`
    case 'call':
      return `call ${firstOf(action.tool)}`
    case 'finish':
      return 'finish'
  }
}

function firstOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > 120 ? `${line.slice(0, 120)}…` : line
}
