import { CHARACTER, SLASH_STAR, SLASHES, shaped } from '../text/strip-source.ts'
import type { TestLanguage } from './contract.ts'

/** The built-in tests, and attributes that end in `test`, such as `tokio::test` and `rstest`. */
export const rust: TestLanguage = {
  paths: /\.rs$/,
  found: null,
  where: 'everywhere',
  tokens: [
    SLASHES,
    SLASH_STAR,
    shaped('string', /r(#{1,8})"[\s\S]*?"\1/y),
    shaped('string', /r"[^"]*"/y),
    shaped('string', /"[^"\\]*(?:\\[\s\S][^"\\]*)*"?/y),
    CHARACTER,
  ],
  tests: [
    {
      shape: /\bfn\s+(?<name>\w+)(?=\s*(?:<[^(]*>)?\()/g,
      extent: 'braces',
      needs: /#\[\s*(?:\w+::)*(?:\w*test|test_case|rstest|case|quickcheck|proptest)\b/,
    },
    // Macros that make tests: `rgtest!(name, |dir| { … })`.
    { shape: /\b\w*test!(?=\s*\(\s*(?<name>\w+)\s*,)/g, extent: 'call' },
  ],
  groups: [{ shape: /\bmod\s+(?<name>\w+)(?=\s*\{)/g, extent: 'braces' }],
  hooks: [],
  functions: [{ shape: /\bfn\s+(?<name>\w+)(?=\s*(?:<[^(]*>)?\()/g, extent: 'braces' }],
  decorators: 'before',
  skips: {
    head: /#\[\s*ignore\b|#\[\s*cfg_attr\s*\([^\]]*\bignore\b|#\[\s*should_panic\b|#\[\s*cfg\s*\(\s*(?!test\s*\)|all\s*\(\s*test\s*,\s*not\s*\(\s*(?:miri|loom|kani)\b)/g,
    inside: /(?!)/g,
    file: /^#!\[\s*cfg\s*\((?!\s*test\s*\))/gm,
    conditional: /cfg/,
  },
  singles: null,
  assertions:
    /(?<!\w)(?:debug_)?assert\w*!\s*[([{]|\b(?:panic|unreachable|prop_assert\w*|eqnice|insta::assert\w*|bail|ensure)!\s*[([{]|\.(?:unwrap_err|expect_err|assert\w*)\s*\(|\b(?:assert|check|expect|verify|ensure|test|run)_\w+\s*\(/g,
  mayFail: /\?(?=\s*(?:;|\n|\}))/g,
  weak: /\bdebug_assert\w*!|\bassert!\s*\(\s*[\w.]+(?:\([^()]*\))?\.(?:is_ok|is_some)\(\)/,
  empty: /^\{\s*(?:return\s*;?\s*)?\}$/,
  tautologies: [
    /\bassert!\s*\(\s*(?:true|!false|1\s*==\s*1)\s*[,)]/g,
    /\bassert_eq!\s*\(\s*(?<one>-?\d\w*|"[^"\n]*"|true|false|\(\)|None)\s*,\s*\k<one>\s*[,)]/g,
    /\bassert!\s*\([^;\n]*\|\|\s*true\s*[,)]/g,
    /\bassert!\s*\([^;\n]*\.len\(\)\s*>=\s*0\s*[,)]/g,
    /\bassert_eq!\s*\(\s*(?<same>[A-Za-z_][\w.:]*(?:\([\w., ]*\))?)\s*,\s*\k<same>\s*[,)]/g,
  ],
  exits: /\b(?:std::)?process::exit\s*\(\s*0\s*\)/g,
}
