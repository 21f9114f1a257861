import { DOUBLE, SLASH_STAR, SLASHES, shaped, TRIPLE_DOUBLE } from '../text/strip-source.ts'
import type { TestLanguage } from './contract.ts'

/** XCTest and Swift Testing. */
export const swift: TestLanguage = {
  paths: /\.swift$/,
  found: null,
  where: 'everywhere',
  tokens: [
    SLASHES,
    SLASH_STAR,
    shaped('comment', /#(?<=^[ \t]*#)if\s+false\b[\s\S]*?(?:\n[ \t]*#(?:endif|else)\b|$(?![\s\S]))/my),
    TRIPLE_DOUBLE,
    DOUBLE,
  ],
  tests: [
    {
      shape: /\bfunc\s+(?<name>`[^`\n]+`|\w+)(?=\s*\()/g,
      extent: 'braces',
      needs: /@Test\b|\bfunc\s+test[A-Z_0-9]\w*\s*$/,
    },
  ],
  groups: [{ shape: /\b(?:class|struct|actor|extension)\s+(?<name>\w+)(?=[^;{}]*\{)/g, extent: 'braces' }],
  hooks: [{ shape: /\bfunc\s+(?:setUp\w*)(?=\s*\()/g, extent: 'braces' }],
  functions: [{ shape: /\bfunc\s+(?<name>\w+)(?=\s*(?:<[^()]*>)?\()/g, extent: 'braces' }],
  decorators: 'before',
  skips: {
    head: /@(?:Test|Suite)\s*\([^{}]*\.(?:disabled|enabled)\b/g,
    inside: /\bthrow\s+XCTSkip\b|\bXCTSkip(?:If|Unless)\s*\(|\bwithKnownIssue\b|\bXCTExpectFailure\b/g,
    file: null,
    conditional: /If|Unless|enabled|\bif\b/,
  },
  singles: null,
  assertions:
    /\b(?:XCT(?:Assert|Fail|Unwrap)\w*|expect\w*|assert\w*|fail\w*|verify\w*|check\w*)\s*\(|#(?:expect|require)\s*\(|\.fulfill\(/g,
  weak: /\bXCTAssertNotNil\s*\(|\bXCTAssertNoThrow\s*\(|#expect\s*\(\s*[\w.]+\s*!=\s*nil\s*\)/,
  empty: /^\{\s*(?:return\s*;?\s*)?\}$/,
  tautologies: [
    /\bXCTAssert(?:True)?\s*\(\s*true\s*[,)]|\bXCTAssertFalse\s*\(\s*false\s*[,)]|#expect\s*\(\s*(?:true|Bool\(true\))\s*[,)]/g,
    /\bXCTAssertEqual\s*\(\s*(?<one>-?\d+|"[^"\n]*"|true|false|nil)\s*,\s*\k<one>\s*[,)]/g,
    /\bXCTAssert(?:True)?\s*\([^;\n]*\|\|\s*true\s*[,)]/g,
    /\bXCTAssertEqual\s*\(\s*(?<same>[A-Za-z_][\w.]*)\s*,\s*\k<same>\s*[,)]/g,
  ],
  exits: /(?<![\w.])_?exit\s*\(\s*(?:0|EXIT_SUCCESS)\s*\)/g,
}
