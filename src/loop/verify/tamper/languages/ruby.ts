import { DOUBLE, HASH, HERE_DOCUMENT, SINGLE, shaped } from '../text/strip-source.ts'
import type { TestLanguage } from './contract.ts'

/** RSpec, Minitest, Test::Unit, Rails. */
export const ruby: TestLanguage = {
  paths: /\.rb$/,
  found: /(?:^|\/)(?:[^/]+_(?:test|spec)|test_[^/]+)\.rb$/,
  where: 'test-files',
  depth: 'indent',
  tokens: [
    shaped('comment', /(?<=^)=begin\b[\s\S]*?(?:\n=end\b|$(?![\s\S]))/my),
    HASH,
    HERE_DOCUMENT,
    DOUBLE,
    SINGLE,
    shaped(
      'string',
      /\/(?<=(?:[(,=~]|\bwhen|\bif|\bmatch)[ \t]{0,10}\/)(?![*/ ])(?:[^/\\\n]|\\.)+\/[imxo]*/y,
    ),
  ],
  tests: [
    {
      shape:
        /^[ \t]*(?:[fx]?it|[fx]?specify|[fx]?example|scenario|xscenario|its|test|should)(?=[ (]+['"{:a-z])/gm,
      extent: 'indent',
      holds: /\bdo\b|\{/,
    },
    { shape: /^[ \t]*(?:skip|pending)(?=[ (]+['"][^\n]*\bdo\b)/gm, extent: 'indent' },
    { shape: /^[ \t]*def\s+(?<name>test_\w+[?!]?)/gm, extent: 'indent' },
  ],
  groups: [
    {
      shape: /^[ \t]*(?:RSpec\.)?(?:[fx]?describe|[fx]?context|[fx]?feature)(?=[ (]+\S)/gm,
      extent: 'indent',
      holds: /\bdo\b/,
    },
    { shape: /^[ \t]*class\s+(?<name>[\w:]+)/gm, extent: 'indent' },
    { shape: /^[ \t]*if\s+(?:false)\b/gm, extent: 'indent' },
  ],
  hooks: [{ shape: /^[ \t]*(?:before|def\s+setup|setup)\b/gm, extent: 'indent' }],
  functions: [{ shape: /^[ \t]*def\s+(?:self\.)?(?<name>\w+[?!]?)/gm, extent: 'indent' }],
  decorators: 'none',
  skips: {
    head: /^[ \t]*(?:x(?:it|specify|example|describe|context|scenario|feature)|skip|pending)\b|[,\s](?::skip|:pending|skip:\s*(?!false|nil)|pending:\s*(?!false|nil)|skip\s*=>|:skip\s*=>)|^[ \t]*if\s+false\b/gm,
    inside: /^[ \t]*(?:skip|pending|omit)\b(?!\s*[=.])/gm,
    file: null,
    conditional: /\bif\b|\bunless\b/,
  },
  singles:
    /^[ \t]*(?:fit|fdescribe|fcontext|fspecify|fexample|ffeature|fscenario)(?=[ (]+\S)|(?:\bfocus:\s*true|[,\s]:focus\b(?!\s*=>\s*false)|:focus\s*=>\s*true)(?=[^\n]*\bdo\b)|^[ \t]*focus\s*$/gm,
  assertions:
    /(?<![\w.:])(?:expect|assert|refute|is_expected|flunk|should|should_not|fail|verify|check)\w*(?![\w:])(?=[ ({.]|$)|\.(?:should|should_not|must_\w+|wont_\w+|to_not|not_to)\b|\bhave_\w+/gm,
  weak: /not_to\s+be_nil|to_not\s+be_nil|to\s+be_truthy|to\s+be_present|\brefute_nil\b|\bassert\s+\w+\s*$|\bassert_not_nil\b|not_to\s+raise_error/,
  tautologies: [
    /\bexpect\s*\(\s*true\s*\)\s*\.to\s+(?:be\s+true|be_truthy|be\(true\)|eq\(?\s*true)/g,
    /\bexpect\s*\(\s*(?<one>-?\d+|'[^'\n]*'|"[^"\n]*"|nil|false)\s*\)\s*\.to\s+(?:eq|eql|equal|be)[ (]\s*\k<one>\b/g,
    /(?<![\w.])assert[ (]\s*true\s*\)?\s*$|(?<![\w.])refute[ (]\s*(?:false|nil)\s*\)?\s*$/gm,
    /\bassert_equal[ (]\s*(?<one>-?\d+|'[^'\n]*'|"[^"\n]*"|nil|true|false)\s*,\s*\k<one>\s*\)?\s*$/gm,
    /(?<![\w.])assert\b[^\n]*\|\|\s*true\b/g,
    /\bexpect\s*\(\s*(?<same>[a-z_@][\w.@]*)\s*\)\s*\.to\s+(?:eq|eql|equal)[ (]\s*\k<same>\b(?!\.)/g,
    /\bassert_equal[ (]\s*(?<same>[a-z_@][\w.@]*)\s*,\s*\k<same>\s*\)?\s*$/gm,
  ],
  exits:
    /(?<![\w.])(?:exit!?\s*(?:\(\s*(?:0|true)?\s*\)|[ \t]+(?:0|true)\b|$)|Process\.exit!?\s*(?:\(\s*(?:0|true)?\s*\)|$))|\.dry_run\s*=\s*true\b/gm,
}
