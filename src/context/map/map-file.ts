/** Where a project's map lies, from its root. */
export const MAP_FILE = '.keel/map.md'
