import { CHARACTER, DOUBLE, SLASH_STAR, SLASHES, shaped, TRIPLE_DOUBLE } from '../text/strip-source.ts'
import type { TestLanguage } from './contract.ts'

/** xUnit, NUnit, MSTest. */
export const csharp: TestLanguage = {
  paths: /\.(?:cs|fs|vb)$/,
  found: null,
  where: 'everywhere',
  tokens: [
    SLASHES,
    SLASH_STAR,
    shaped('comment', /#if\s+(?:false|NEVER)\b[\s\S]*?(?:\n\s*#endif|$(?![\s\S]))/y),
    TRIPLE_DOUBLE,
    shaped('string', /(?:@\$?|\$@)"[^"]*(?:""[^"]*)*"?/y),
    DOUBLE,
    CHARACTER,
  ],
  tests: [
    {
      shape: /\b(?:void|Task|ValueTask)\s+(?<name>\w+)(?=\s*(?:<[^()]*>)?\()/g,
      extent: 'braces',
      needs: /\[[^\]]*\b(?:\w*Fact|\w*Theory|Test|TestCase|TestCaseSource|TestMethod|DataTestMethod)\b/,
    },
  ],
  groups: [{ shape: /\bclass\s+(?<name>\w+)(?=[^;{}]*\{)/g, extent: 'braces' }],
  hooks: [
    {
      shape: /\b(?:void|Task)\s+\w+(?=\s*\()/g,
      extent: 'braces',
      needs: /\[[^\]]*\b(?:SetUp|OneTimeSetUp|TestInitialize|ClassInitialize)\b/,
    },
  ],
  functions: [
    {
      shape:
        /\b(?:void|private|protected|public|internal|static|async)(?:\s+[\w<>[\],.?]+)*\s+(?<name>\w+)(?=\s*(?:<[^()]*>)?\([^;{}]*\)\s*(?:where[^{;]*)?\{)/g,
      extent: 'braces',
    },
  ],
  decorators: 'before',
  skips: {
    head: /\[[^\]]*\b(?:Ignore|Explicit|Inconclusive)\b|\bSkip\s*=|\bSkip\w*\s*=\s*"|\bConditional(?:Fact|Theory)\b/g,
    inside: /\bAssert\.(?:Ignore|Inconclusive|Skip\w*)\s*\(|\bSkip\.(?:If|IfNot)\s*\(|\bAssume\.That\s*\(/g,
    file: null,
    conditional: /Conditional|If|Assume|SkipUnless|SkipWhen|\bif\b/,
  },
  singles: null,
  assertions:
    /\b(?:\w*Assert|Assertions?)\.(?!Ignore|Inconclusive|Skip)\w+\s*(?=[(<])|\.Should\w*\s*\(|\bExpect\w*\s*\(|\b(?:Verify|Assert|Check)\w*\s*\(|\[ExpectedException\b/g,
  weak: /\bAssert\.(?:NotNull|IsNotNull)\s*\(|\.Should\(\)\.NotBeNull\(|\bAssert\.(?:True|IsTrue)\s*\(\s*[\w.]+\s*\)|\bIs\.Not\.Null\b/,
  empty: /^\{\s*(?:return\s*;?\s*)?\}$/,
  tautologies: [
    /\bAssert\.(?:True|IsTrue|That)\s*\(\s*true\s*[,)]|\bAssert\.(?:False|IsFalse)\s*\(\s*false\s*[,)]|\bAssert\.(?:Null|IsNull)\s*\(\s*null\s*[,)]|\bAssert\.Pass\s*\(/g,
    /\bAssert\.(?:Equal|AreEqual|Same|AreSame)\s*\(\s*(?<one>-?\d+[lLfFdDmM]?|"[^"\n]*"|true|false|null)\s*,\s*\k<one>\s*[,)]/g,
    /\bAssert\.(?:True|IsTrue)\s*\([^;\n]*\|\|\s*true\s*[,)]/g,
    /\btrue\.Should\(\)\.BeTrue\(/g,
    /\bAssert\.(?:Equal|AreEqual)\s*\(\s*(?<same>[A-Za-z_][\w.]*(?:\([\w., ]*\))?)\s*,\s*\k<same>\s*[,)]/g,
  ],
  exits: /\bEnvironment\.(?:Exit\s*\(\s*0\s*\)|FailFast\s*\(\s*null)/g,
}
