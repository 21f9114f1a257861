import type { Definition } from './tags.ts'

/** With the names of what it is in, or of the type that it adds to: `Basket.total`. A heading is no part of the one above it. */
export function qualifiedNameOf(definition: Definition, definitions: readonly Definition[]): string {
  const { name, kind, parent, holder, signature } = definition
  if (kind === 'heading') return name
  const [, written] = ASSIGNED.exec(signature) ?? []
  if (written?.endsWith(`.${name}`) === true) return written
  const own = holder === undefined ? name : `${holder}.${name}`
  const around = parent === null ? undefined : definitions[parent]
  return around === undefined ? own : `${qualifiedNameOf(around, definitions)}.${own}`
}

/** In JavaScript, a function may be put into what is defined elsewhere: `Basket.prototype.total = function ()`. */
const ASSIGNED = /^(?!(?:module\.)?exports\.)((?:[\w$]+\.)+[\w$]+) = /
