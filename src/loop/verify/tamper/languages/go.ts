import { CHARACTER, DOUBLE, SLASH_STAR, SLASHES, shaped } from '../text/strip-source.ts'
import type { TestLanguage } from './contract.ts'

/** The standard library's, testify, Ginkgo. */
export const go: TestLanguage = {
  paths: /\.go$/,
  // What begins with an underscore or a point is passed by.
  found: /^(?!(?:.*\/)?(?:[_.]|testdata\/)).*_test\.go$/,
  where: 'test-files',
  tokens: [SLASHES, SLASH_STAR, DOUBLE, CHARACTER, shaped('string', /`[^`]*`?/y)],
  tests: [
    {
      shape: /^func\s+(?:\([^)]*\)\s*)?(?<name>(?:Test(?!Main\b)|Fuzz|Example)(?![a-z])\w*)(?=\s*\()/gm,
      extent: 'braces',
    },
    { shape: /\b\w+\.Run(?=\(\s*["`][^"`]*["`]\s*,\s*func\b)/g, extent: 'call' },
    { shape: /(?<![\w.])[FXP]?(?:It|Specify)(?=\(\s*["`])/g, extent: 'call', holds: /\bfunc\b/ },
  ],
  groups: [
    { shape: /(?<![\w.])[FXP]?(?:Describe|Context|When)(?=\(\s*["`])/g, extent: 'call', holds: /\bfunc\b/ },
  ],
  hooks: [
    { shape: /^func\s+TestMain(?=\s*\()/gm, extent: 'braces' },
    { shape: /^func\s+\([^)]*\)\s*(?:SetupTest|SetupSuite|BeforeTest)(?=\s*\()/gm, extent: 'braces' },
  ],
  functions: [{ shape: /^func\s+(?:\([^)]*\)\s*)?(?<name>\w+)(?=\s*(?:\[[^\]]*\])?\()/gm, extent: 'braces' }],
  decorators: 'none',
  skips: {
    head: /^[XP](?:It|Specify|Describe|Context|When)\b/g,
    inside: /\b\w+\.(?:Skip|Skipf|SkipNow)\s*\(|(?<![\w.])Skip\s*\(\s*["`]/g,
    file: /^\/\/\s*\+build\s+\S.*|^\/\/go:build\s+\S.*/gm,
    conditional: /\bif\b|build/,
  },
  passedBy: ({ path }) => {
    const system =
      /_(?:windows|darwin|linux|freebsd|openbsd|netbsd|plan9|solaris|aix|android|ios|js|wasip1|amd64|arm64|386|arm|wasm|riscv64|s390x|ppc64le)_test\.go$/.exec(
        path,
      )?.[0] ?? null
    return () => system
  },
  singles: /(?<![\w.])F(?:It|Describe|Context|Specify|When)(?=\(\s*["`])/g,
  assertions:
    /\b(?!fmt\.|errors\.|log\.|status\.)\w+\.(?:(?:Error|Errorf|Fatal|Fatalf)\s*\((?!\s*\))|(?:Fail|FailNow)\s*\()|\b(?:assert|require|is|check|qt|must|suite|s|c)\.(?!Run\b|Helper|T\b|Name|Cleanup|Log|Skip|Parallel|Setenv|Context|JSON|String|Set|Get|Add|Close|Next|Request|Writer|Param|Query)[A-Z]\w*\s*\(|\b(?:Expect|Ω|Eventually|Consistently|Assert)\s*\(|(?<![.\w])(?:assert|check|require|verify|expect|must|test|run)[A-Z]?\w*\s*\(|\bpanic\s*\(|\/\/\s*(?:Unordered o|O)utput:/g,
  // What is given the test, and gives nothing back. What makes things is called so.
  mayFail:
    /^[ \t]*(?:\w+\.)*(?!(?:new|make|create|set_?up|start|open|build|init|load|mk|temp|skip|run|with)[A-Z_\d(])(?<name>(?!New|Make|Create|Set|Start|Open|Build|Init|Load|Skip|Helper|Parallel)\w+)\(\s*(?:t|tb|s\.T\(\)|suite\.T\(\))\s*[,)]/gm,
  weak: /\b(?:assert|require)\.(?:NotNil|NotEmpty|True\([^,]*,\s*\w+\s*\))\b/,
  empty: /^\{\s*(?:return\s*;?\s*)?\}$/,
  tautologies: [
    /\b(?:assert|require)\.True\s*\(\s*\w+\s*,\s*true\s*[,)]|\b(?:assert|require)\.False\s*\(\s*\w+\s*,\s*false\s*[,)]|\b(?:assert|require)\.Nil\s*\(\s*\w+\s*,\s*nil\s*[,)]/g,
    /\b(?:assert|require)\.Equal\s*\(\s*\w+\s*,\s*(?<one>-?\d+|"[^"\n]*"|true|false|nil)\s*,\s*\k<one>\s*[,)]/g,
    /\b(?:assert|require)\.True\s*\([^\n]*\|\|\s*true\s*[,)]/g,
    /\bif\s+(?:false|1\s*!=\s*1|true\s*!=\s*true)\s*\{/g,
    /\bif\s+false\s*&&|\bif\b[^\n{]*&&\s*false\b\s*\{/g,
    /(?<![\w.])(?<sure>t)\s*:?=\s*(?:&testing\.T\{\s*\}|new\(testing\.T\))/g,
    /\b(?:assert|require)\.Equal\s*\(\s*\w+\s*,\s*(?<same>[A-Za-z_][\w.]*(?:\([\w., ]*\))?)\s*,\s*\k<same>\s*[,)]/g,
    /\bif\s+(?<same>[A-Za-z_][\w.]*)\s*!=\s*\k<same>\s*\{/g,
  ],
  exits: /\bos\.Exit\s*\(\s*0\s*\)|\bruntime\.Goexit\s*\(\s*\)/g,
}
