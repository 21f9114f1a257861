/** Words after `keel` that are no verbs, see `doors`. */
export const doorNames = ['hook', 'mcp'] as const

export type DoorName = (typeof doorNames)[number]
