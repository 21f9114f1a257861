import { definedNames } from './graph/defined-names.ts'
import { lengthOf } from './length-of.ts'
import type { Definition, Tags } from './tags.ts'
import { wayOf } from './way-of.ts'

/** As much of what a file defines and uses as a graph is made of. */
export type Outline = {
  /** Names that others may use by themselves. */
  readonly standing: readonly string[]
  /** Names that others may use only by way of what they belong to. */
  readonly members: readonly string[]
  /** All other names that it defines. */
  readonly hidden: readonly string[]
  readonly modules: readonly Pick<Definition, 'name' | 'line' | 'endLine'>[]
  /** The line that the last definition ends in. */
  readonly length: number
  /** The names that it uses, once for each way. */
  readonly used: readonly string[]
  /** How each of these is used, see `wayOf`. */
  readonly ways: readonly number[]
  /** How often. */
  readonly times: readonly number[]
}

export function outline({ definitions, references }: Pick<Tags, 'definitions' | 'references'>): Outline {
  const { everywhere, standing } = definedNames(definitions)
  const hidden = new Set(definitions.map(({ name }) => name).filter((name) => !everywhere.has(name)))
  return {
    standing: [...standing],
    members: [...everywhere].filter((name) => !standing.has(name)),
    hidden: [...hidden],
    modules: definitions
      .filter(({ kind }) => kind === 'module')
      .map(({ name, line, endLine }) => ({ name, line, endLine })),
    length: lengthOf(definitions),
    used: references.map(({ name }) => name),
    ways: references.map(wayOf),
    times: references.map(({ lines }) => lines.length),
  }
}
