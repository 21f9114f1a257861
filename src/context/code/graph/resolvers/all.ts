import type { MakeResolver } from '../resolver.ts'

/** By grammar. */
export const resolvers: Readonly<Record<string, MakeResolver>> = {}
