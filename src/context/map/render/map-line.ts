/** The sections of the map, in their order. */
export const sections = ['stack', 'commands', 'structure', 'symbols', 'health'] as const
export type Section = (typeof sections)[number]

/** A line of the map that may be left out. */
export type MapLine = {
  readonly section: Section
  readonly text: string
  /** The lower, the sooner it is in: lines of one rank are in together, or in the order that they are listed in. */
  readonly rank: number
  /** The folder that it tells of. */
  readonly folder?: string
  /** In the tree: the folder whose line it stands below and is nothing without; empty for the first ones. */
  readonly under?: string
  /** Whether it tells of more than what is in the files, and so may differ between two clones of the same commit. */
  readonly isPassing?: true
}

/** How such lines begin, where they stand among others. */
export const PASSING = { commits: '- Commits: ' } as const

export const headings: Readonly<Record<Section, string>> = {
  stack: '## Tech stack',
  commands: '## Commands',
  structure: '## Structure',
  symbols: '## Key symbols',
  health: '## Project health',
}
