import { HERE_DOCUMENT, shaped } from '../text/strip-source.ts'
import type { TestLanguage } from './contract.ts'

/** bats, shUnit2, and scripts that test. */
export const shell: TestLanguage = {
  paths: /\.(?:bats|sh|bash|zsh)$/,
  found: /\.bats$|(?:^|\/)(?:[^/]*[._-]?tests?[._-]?[^/]*\.(?:ba|z)?sh)$|(?:^|\/)tests?\//i,
  where: 'test-files',
  depth: 'indent',
  tokens: [
    shaped('comment', /#(?<=(?:^|[\s;])#)[^\n]*/my),
    HERE_DOCUMENT,
    shaped('string', /'[^']*'?/y),
    shaped('string', /"[^"\\]*(?:\\[\s\S][^"\\]*)*"?/y),
  ],
  tests: [
    { shape: /^[ \t]*@test(?=\s+(?<name>"[^"\n]*"|'[^'\n]*'))/gm, extent: 'indent' },
    { shape: /^[ \t]*(?:function\s+)?(?<name>test\w+)(?=\s*\(\)\s*\{)/gm, extent: 'indent' },
  ],
  groups: [],
  hooks: [{ shape: /^[ \t]*(?:setup|setup_file|setUp|oneTimeSetUp)(?=\s*\(\)\s*\{)/gm, extent: 'indent' }],
  functions: [{ shape: /^[ \t]*(?:function\s+)?(?<name>\w+)(?=\s*\(\)\s*\{)/gm, extent: 'indent' }],
  decorators: 'none',
  skips: {
    head: /(?!)/g,
    inside: /(?<=^|[;&|{]|\bthen|\belse)[ \t]*(?:skip|startSkipping)\b(?!\s*=)/gm,
    file: null,
    conditional: /\bif\b|&&|\|\|/,
  },
  singles: null,
  // What stands before `&&`, or before another in the place of which it may hold, is a condition of that one.
  assertions:
    /(?<=^|[;&|{!])[ \t]*(?!(?:\[[^\n;|&]*\]|test\s[^\n;|&]*|[\w$"{}:-]+)[ \t]*(?:&&|\|\|[ \t]*(?:\[|(?:test|grep|diff|cmp|assert\w*|refute\w*)\s)))(?:\[\[?\s|\(\(|test\s|(?:assert|refute|fail|expect|check|verify|die|run_fail)\w*\b|grep\s|diff\s|cmp\s|false\b|return\s+1|exit\s+1)|\bassert\w*\s/gm,
  weak: /(?!)/,
  tautologies: [
    /(?<=^|[;&|{])[ \t]*(?:\[\[?\s+(?<one>-?\d+|"[^"$\n]*"|true)\s*(?:-eq|=|==)\s*\k<one>\s+\]\]?|assert\s+true|assert_equal\s+(?<two>"[^"$\n]*"|\d+)\s+\k<two>\s*$)/gm,
    /(?<=^|[;&|{])[ \t]*(?:\[\[?\s[^\n]*\]\]?|assert\w*[^\n|]*)\s*\|\|\s*(?:true|:)\s*$/gm,
  ],
  exits: /(?<=^|[;&|{]|\bthen|\belse)[ \t]*exit(?:[ \t]+0)\b|(?<=^|[;&|{])[ \t]*trap\s+['"]?exit 0/gm,
}
