/**
 * Macros stand where the language has nothing: before the name of a class, before the type of a declaration, alone on a
 * line. What is left is read as if they were not there.
 */
export const MACROS = new RegExp(
  [
    /[A-Z](?<=\b(?:class|struct|union)\s+[A-Z])[A-Z0-9_]{2,}(?=\s+[A-Za-z_][\w:]*(?:\s+final)?\s*[:{])/,
    /^[ \t]*[A-Z][A-Z0-9_]{3,}(?=[ \t]+[A-Za-z_][\w:]*(?:<[^<>\n]*>)?[\s*&]+[A-Za-z_])/,
    // Some write the type of a function on a line of its own.
    /^[A-Z][A-Z0-9_]{3,}(?:\([^()\n]*\))?[ \t]*$(?!\s*\{|\n\w+\s*\()/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gm',
)
