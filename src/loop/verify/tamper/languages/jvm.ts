import { CHARACTER, DOUBLE, SLASH_STAR, SLASHES, TRIPLE_DOUBLE } from '../text/strip-source.ts'
import type { TestLanguage } from './contract.ts'

/** JUnit 3 to 6 and TestNG, in Java, Kotlin and Groovy. */
export const jvm: TestLanguage = {
  paths: /\.(?:java|kts?|groovy)$/,
  found: null,
  where: 'everywhere',
  tokens: [SLASHES, SLASH_STAR, TRIPLE_DOUBLE, DOUBLE, CHARACTER],
  tests: [
    {
      shape: /\b(?:void|fun|def)\s+(?:<[^<>]*>\s*)?(?<name>`[^`\n]+`|\w+)(?=\s*\()/g,
      extent: 'braces',
      needs:
        /@(?:\w+\.)*(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Property|Theory)\b|\bpublic\s+void\s+test[A-Z_0-9]\w*\s*$/,
    },
  ],
  groups: [
    {
      shape: /\b(?:class|object|interface)\s+(?<name>\w+)(?=[^;{}()]*(?:\([^)]*\))?[^;{}()]*\{)/g,
      extent: 'braces',
    },
  ],
  hooks: [
    {
      shape: /\b(?:void|fun)\s+(?:`[^`\n]+`|\w+)(?=\s*\()/g,
      extent: 'braces',
      needs: /@Before\w*\b|\bvoid\s+setUp\s*$/,
    },
  ],
  functions: [
    {
      shape:
        /\b(?:fun|(?:void|private|protected|public|static|final|abstract)(?:\s+[\w<>[\],.?]+)*)\s+(?<name>\w+)(?=\s*\([^;{}()]*\)[^;{}()]*\{)/g,
      extent: 'braces',
    },
  ],
  decorators: 'before',
  skips: {
    head: /@(?:\w+\.)*(?:Disabled\w*|Ignore\w*|Enabled\w+|EnabledIf\w*)\b|\benabled\s*=\s*false\b/g,
    inside:
      /\b(?:Assumptions?\.)?assum(?:e|ing)(?:That|True|False|Not|NoException)?\w*\s*\(|\bthrow\s+(?:new\s+)?(?:\w+\.)*(?:TestAbortedException|SkipException|AssumptionViolatedException)\b/g,
    file: null,
    conditional: /assum|Enabled|Disabled(?:On|If|For)|\bif\b/,
  },
  passedBy:
    () =>
    ({ head, groups }) =>
      /\bprivate\b/.exec(head)?.[0] ??
      groups
        .map((group) => /^[^{]*\b(abstract class \w+)/.exec(group)?.[1])
        .find((name) => name !== undefined) ??
      null,
  singles: null,
  assertions:
    /\b(?:\w+\.)*(?:assert|fail|verify|expect|check|should)\w*\s*(?=[({])|\bshould\w+\b|@Test\s*\(\s*expected\b|\bthrown\.expect\w*\s*\(|\.(?:isEqualTo|andExpect|expectBody|expectStatus|shouldBe)\b/g,
  weak: /\bassertNotNull\s*\(|\.isNotNull\(\)|\bassertTrue\s*\(\s*[\w.]+\s*\)|\bassertDoesNotThrow\s*\(/,
  tautologies: [
    /\bassert(?:True|That)\s*\(\s*true\s*(?:[,)]|\)\s*\.isTrue)|\bassertFalse\s*\(\s*false\s*[,)]|\bassertNull\s*\(\s*null\s*[,)]|\bassertTrue\s*\(\s*"[^"\n]*"\s*,\s*true\s*\)/g,
    /\bassert(?:Equals|Same)\s*\(\s*(?<one>-?\d+[lLfFdD]?|"[^"\n]*"|true|false|null)\s*,\s*\k<one>\s*[,)]/g,
    /\bassertTrue\s*\([^;\n]*\|\|\s*true\s*[,)]/g,
    /\bassert\s+true\s*;/g,
    /\bassert(?:Equals|Same)\s*\(\s*(?<same>[A-Za-z_][\w.]*(?:\([\w., ]*\))?)\s*,\s*\k<same>\s*[,)]/g,
    /\bassertThat\s*\(\s*(?<same>[A-Za-z_][\w.]*)\s*\)\s*\.isEqualTo\s*\(\s*\k<same>\s*\)/g,
  ],
  exits:
    /\b(?:System\.exit\s*\(\s*0\s*\)|Runtime\.getRuntime\(\)\.halt\s*\(\s*0\s*\)|exitProcess\s*\(\s*0\s*\))/g,
}
