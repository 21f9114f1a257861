/**
 * Macros stand where the language has nothing: before the name of a class, before the type of a declaration or the name of
 * a constructor, among the parameters of a template, alone on a line. What is left is read as if they were not there.
 */
export const MACROS = new RegExp(
  [
    /[A-Z](?<=\b(?:class|struct|union)\s+[A-Z])[A-Z0-9_]{2,}(?:\([^()\n]*\))?(?=\s+[A-Za-z_][\w:]*(?:\s+final)?\s*[:{])/,
    // Only what is set behind the colon tells a constructor from a function whose type is in capitals.
    /\b[A-Z][A-Z0-9_]{3,}(?:[ \t]{1,8}[A-Z][A-Z0-9_]{3,}){0,3}(?=\s{1,80}(?:explicit )?[A-Za-z_]\w*\([^;{}]{0,400}\)\s*(?:noexcept\s*)?:\s*[A-Za-z_][\w:<>, ]{0,80}[({])/,
    /^[ \t]*[A-Z][A-Z0-9_]{3,}(?=[ \t]+~)/,
    /\b[A-Z][A-Z0-9_]*_(?:TRY|CATCH(?:_ALL|\(\.\.\.\)))(?=\s*\{)/,
    // A condition on a type: the name alone may stay, as that of a type.
    /\((?<=\btemplate\s{0,4}<[^;{}]{0,400}[<,]\s{0,80}[A-Z][A-Z0-9_]{2,60}\()(?:[^(){};]|\((?:[^(){};]|\((?:[^(){};]|\([^(){};]*\))*\))*\))*\)(?=\s*[,>])/,
    /[A-Z](?<=\b(?:static|inline|constexpr|virtual|extern|friend|template)[ \t]{1,8}[A-Z])[A-Z0-9_]{3,}(?=[ \t]+[A-Za-z_][\w:]*(?:<[^<>\n]*>)?[\s*&]+[A-Za-z_])/,
    /^[ \t]*[A-Z][A-Z0-9_]{3,}(?=[ \t]+[A-Za-z_][\w:]*(?:<[^<>\n]*>)?[\s*&]+[A-Za-z_])/,
    // Attributes on lines of their own, between the parameters of a function and its body.
    /^[ \t]+(?:[A-Z][A-Z0-9_]{3,}(?:\([^()\n]{0,80}\))?[ \t]{0,8}){1,8}\r?$(?=(?:\n[ \t]{1,40}[A-Z][A-Z0-9_(), \t]{3,160})?\r?\n\{)/,
    // Some write the type of a function on a line of its own.
    /^[A-Z][A-Z0-9_]{3,}(?:\([^()\n]*\))?[ \t]*$(?!\s*\{|\n\w+\s*\()/,
    // The type of a function in parentheses: both go, and the type stays.
    /^(?:[A-Z][A-Z0-9_]{3,60}|[A-Z]\w{0,60}_[A-Z]{2,20})\((?=[\w \t*]{1,80}\)[ \t]{1,8}\w+[ \t]?\()/,
    /\)(?=[ \t]{1,8}\w+[ \t]?\()(?<=^(?:[A-Z][A-Z0-9_]{3,60}|[A-Z]\w{0,60}_[A-Z]{2,20})\([\w \t*]{1,80}\))/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gm',
)
