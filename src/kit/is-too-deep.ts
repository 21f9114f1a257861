/**
 * Whether a text opens more than anybody would by hand. Parsers go down one call a level, and where the stack ends inside
 * of a regular expression the whole process dies: no `catch` sees it.
 */
export function isTooDeep(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]
    if (letter === '[' || letter === '{') depth += 1
    else if ((letter === ']' || letter === '}') && depth > 0) depth -= 1
    if (depth > DEPTH_MAX) return true
  }
  return LIST_IN_LIST.test(text)
}

const DEPTH_MAX = 200
/** In YAML a line may open many lists: `- - - x`. */
const LIST_IN_LIST = /(?:[-?:][ \t]{1,20}){60}/
