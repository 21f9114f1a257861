/** What an item begins with. `enum A from B` and `impl<>` are none: some macro's own words. */
const ITEM =
  /(?:pub(?:\([^()\n]*\))?[ \t]+)?(?:(?:async|fn|mod|trait|type|unsafe|use)\s|(?:enum|struct)\s+\w+\s*[<{(;]|impl(?!<>|\s+\w+\s*:)\b)/

/** Comments, attributes and empty lines before it. */
const BEFORE = /(?:[ \t]*(?:\/\/[^\n]*|#!?\[[^\n]*|\r)?\n)*[ \t]*/

/**
 * A macro around whole items, such as one that asks for a feature, hides them: to the grammar they are tokens. Without its
 * name, what is left is a block of items. Only where what comes first in it is an item as the language has it, and only where
 * the macro stands in nothing: a module and an impl have no blocks.
 */
export const WRAPPERS = new RegExp(`^\\w+!(?=[ \\t]*\\{[ \\t\\r]*\\n${BEFORE.source}${ITEM.source})`, 'gm')
