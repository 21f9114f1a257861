import type { Place } from './place.ts'
import type { DefinitionKind } from './tags.ts'

/** A definition that is being read: captures inside of it tell the rest. */
export type Draft = {
  kind: DefinitionKind
  /** It is no definition: what is in it belongs to its holder, or to what is around it. */
  readonly isBlock: boolean
  readonly isInBlock: boolean
  readonly node: Place
  readonly end: number
  readonly isInExport: boolean
  /** Of the same kind and around it: a template, a `typedef`. They are one. */
  readonly wrapper: Draft | null
  /** The draft around it, and the one that it belongs to once parents are resolved. */
  parent: Draft | null
  /** More than one where `x, y int` defines both. */
  names: string[]
  /** The name of the type that it belongs to, wherever that stands. */
  holder: string | null
  bodyAt: number | null
  /** What stands in its head and is no part of its signature. */
  readonly asides: Place[]
  doc: Place | null
  isPublic: boolean
  isHidden: boolean
  /** What comes next in it is not for others. */
  hidesRest: boolean
}
