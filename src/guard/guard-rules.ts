/** What a guard's file may say in each place. Apart from the schema, because the hook asks without it. */
export const guardRules = { isName, isField, isExpression, isBounded, isInside, isPlain }

function isName(text: string): boolean {
  return /^[a-z][a-z0-9-]{0,63}$/.test(text)
}

/** A field of front matter, or its value. */
function isField(text: string): boolean {
  return /^[\w-]+$/.test(text)
}

function isExpression(text: string): boolean {
  try {
    new RegExp(text)
    return true
  } catch {
    return false
  }
}

/** Without looking around or back, the engine can go on in time that grows with the text alone. */
function isBounded(text: string): boolean {
  return !/\(\?<?[=!]|\\[1-9]|\\k</.test(text)
}

function isInside(path: string): boolean {
  return !path.startsWith('/') && !path.split('/').includes('..')
}

/** Braces do not reach over a slash, and `!(…)` and its kin are nobody's need. */
function isPlain(path: string): boolean {
  return !/[!@+?*]\(|^!|\{[^}]*\//.test(path)
}
