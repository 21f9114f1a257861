/** `relevance`: the more of a file, the better it is. `signature_only`: nothing of what code does. */
export const strategies = ['relevance', 'signature_only'] as const
export type Strategy = (typeof strategies)[number]
