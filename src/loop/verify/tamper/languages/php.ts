import { DOUBLE, HERE_DOCUMENT, SINGLE, SLASH_STAR, SLASHES, shaped } from '../text/strip-source.ts'
import type { TestLanguage } from './contract.ts'

/** PHPUnit and Pest. */
export const php: TestLanguage = {
  paths: /\.php$/,
  found: /(?:Test|_test|Spec)\.php$|(?:^|\/)tests\//,
  where: 'test-files',
  tokens: [
    SLASHES,
    // What a comment above a test says of it is read as if it were an attribute.
    shaped('comment', /\/\*(?!\*\s*\n?[\s*]*@(?:test|dataProvider)\b)[\s\S]*?(?:\*\/|$(?![\s\S]))/y),
    shaped('string', /\/\*\*[\s\S]*?\*\//y),
    SLASH_STAR,
    shaped('comment', /#(?!\[)[^\n]*/y),
    HERE_DOCUMENT,
    DOUBLE,
    SINGLE,
  ],
  tests: [
    {
      shape: /\bfunction\s+(?<name>\w+)(?=\s*\()/g,
      extent: 'braces',
      needs: /@test\b|#\[[^\]]*\bTest\b|function\s+test\w*\s*$/,
    },
    {
      shape: /(?<![\w>:$\\])(?:it|test|todo)(?=\s*\(\s*['"])/g,
      extent: 'call',
      holds: /\bfunction\b|\bfn\b|->todo|->skip/,
    },
  ],
  groups: [
    { shape: /\bclass\s+(?<name>\w+)(?=[^;{}]*\{)/g, extent: 'braces' },
    { shape: /(?<![\w>:$\\])describe(?=\s*\(\s*['"])/g, extent: 'call' },
  ],
  hooks: [
    { shape: /\bfunction\s+(?:setUp|setUpBeforeClass)(?=\s*\()/g, extent: 'braces' },
    { shape: /(?<![\w>:$\\])beforeEach(?=\s*\()/g, extent: 'call' },
  ],
  functions: [{ shape: /\bfunction\s+(?<name>\w+)(?=\s*\([^;{}]*\)[^;{}()]*\{)/g, extent: 'braces' }],
  decorators: 'before',
  skips: {
    head: /#\[[^\]]*\b(?:RequiresPhp\w*|RequiresOperatingSystem\w*|IgnoreTest)\b/g,
    inside:
      /\bmarkTest(?:Skipped|Incomplete)\s*\(|\)\s*->(?:skip|todo|skipOn\w+)\s*\(|\bthrow\s+new\s+\\?(?:\w+\\)*Skipped\w*/g,
    file: null,
    conditional: /\bif\b|Requires|skipOn/,
  },
  singles: /\)\s*->only\s*\(\s*\)/g,
  assertions:
    /(?:->|::)(?:assert|expect|fail|should|see)\w*\s*\(|(?<![\w>:$\\])(?:expect|assert\w*)\s*\(|->(?:toBe\w*|toEqual\w*|once|never|times)\s*\(/g,
  weak: /(?:->|::)assertNotNull\s*\(|(?:->|::)assertNotEmpty\s*\(|->not->toBeNull\(|->toBeTruthy\(|(?:->|::)assertTrue\s*\(\s*\$\w+\s*\)|addToAssertionCount\s*\(/,
  empty: /^\{\s*(?:return\s*;?\s*)?\}$/,
  tautologies: [
    /(?:->|::)assertTrue\s*\(\s*true\s*[,)]|(?:->|::)assertFalse\s*\(\s*false\s*[,)]|(?:->|::)assertNull\s*\(\s*null\s*[,)]|\bexpect\s*\(\s*true\s*\)\s*->(?:toBeTrue|toBe\(\s*true)/gi,
    /(?:->|::)assert(?:Equals|Same)\s*\(\s*(?<one>-?\d+|'[^'\n]*'|"[^"\n]*"|true|false|null)\s*,\s*\k<one>\s*[,)]/g,
    /(?:->|::)assertTrue\s*\([^;\n]*\|\|\s*true\s*[,)]/g,
    /(?:->|::)assert(?:Equals|Same)\s*\(\s*(?<same>\$\w+(?:->\w+)*(?:\(\))?)\s*,\s*\k<same>\s*[,)]/g,
  ],
  exits: /(?<![\w>:$\\])(?:exit|die)\s*(?:\(\s*0?\s*\))?\s*;/g,
}
