/** A line that includes a file, with its name as it is written. */
export const INCLUDE = /^[ \t]*#[ \t]*include[ \t]*("[^"\n]+"|<[^>\n]+>)/gm
