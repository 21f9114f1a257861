import { type Reference, referenceKinds } from './tags.ts'

/** How a name is used, as one number. */
export function wayOf({ kind, isMember }: Pick<Reference, 'kind' | 'isMember'>): number {
  return referenceKinds.indexOf(kind) * 2 + (isMember ? 1 : 0)
}

export function readWay(way: number): Pick<Reference, 'kind' | 'isMember'> {
  const kind = referenceKinds[way >> 1]
  if (kind === undefined) throw new Error(`${way} is no way to use a name`)
  return { kind, isMember: way % 2 === 1 }
}
