import { remember } from '#kit/remember.ts'
import { DOUBLE, HASH, SINGLE, TRIPLE_DOUBLE, TRIPLE_SINGLE } from '../text/strip-source.ts'
import type { PlacedTest, TestLanguage } from './contract.ts'

/** pytest, unittest, Django's. */
export const python: TestLanguage = {
  paths: /\.py$/,
  found: /(?:^|\/)(?:test[^/]*|[^/]*_tests?|[^/]*_spec)\.py$/,
  where: 'test-files',
  depth: 'indent',
  tokens: [HASH, TRIPLE_DOUBLE, TRIPLE_SINGLE, DOUBLE, SINGLE],
  tests: [{ shape: /^[ \t]*(?:async\s+)?def\s+(?<name>test\w*)(?=\s*\()/gm, extent: 'indent' }],
  groups: [
    { shape: /^[ \t]*class\s+(?<name>\w+)/gm, extent: 'indent' },
    { shape: /^[ \t]*if\s+(?:False|0)\s*(?=:)/gm, extent: 'indent' },
  ],
  hooks: [
    {
      shape: /^[ \t]*(?:async\s+)?def\s+(?:setUp\w*|asyncSetUp|setup\w*)(?=\s*\()/gm,
      extent: 'indent',
    },
    { shape: /^[ \t]*(?:async\s+)?def\s+\w+(?=\s*\()/gm, extent: 'indent', needs: /autouse\s*=\s*True/ },
    { shape: /^def\s+pytest_(?:collection|runtest|sessionstart|configure)\w*(?=\s*\()/gm, extent: 'indent' },
  ],
  functions: [{ shape: /^[ \t]*(?:async\s+)?def\s+(?<name>\w+)(?=\s*\()/gm, extent: 'indent' }],
  decorators: 'above',
  skips: {
    head: /@(?:[\w.]+\.)?(?:skip|skipif|skipIf|skipUnless|xfail|expectedFailure|skipUnlessDBFeature|skipIfDBFeature)\b|^[ \t]*if\s+(?:False|0)\b/gm,
    inside:
      /\bpytest\.(?:skip|xfail|importorskip)\s*\(|\bself\.skipTest\s*\(|\braise\s+(?:unittest\.)?SkipTest\b|\bpytest\.mark\.(?:skip|xfail)\b|\bitems\.clear\(\)|\bdel\s+items\b|\bitems\[:\]\s*=/g,
    file: /^pytestmark\s*=[^\n]*\b(?:skip|skipif|xfail)\b|\bpytest\.skip\s*\([^)]*allow_module_level|^raise\s+(?:unittest\.)?SkipTest\b|^collect_ignore(?:_glob)?\s*\+?=|^__test__\s*=\s*False|^def\s+pytest_ignore_collect\b|^def\s+load_tests\b[^\n]*\n(?:[ \t][^\n]*\n)*?[ \t]+return\s+(?:\w+\.)*TestSuite\(\s*\)/gm,
    conditional: /skipif|skipIf|skipUnless|importorskip|DBFeature|\bif\b/,
  },
  passedBy: whyPassedBy,
  singles: null,
  unbinds:
    /^[ \t]*(?:del\s+(?<name>test\w*)|(?<off>test\w*)\.__test__\s*=\s*False|(?<assigned>test\w*)\s*=\s*(?:None|False|0|object\(\)|lambda\b[^\n]*:\s*(?:None|True|0)|test\w*))[ \t]*$/gm,
  shadows: true,
  assertions:
    /(?<![\w.])assert\b(?!\s*=)|\b(?:self|cls|case|testcase)\.(?:assert|fail)\w*\s*\(|\b\w+\.assert_\w+\s*\(|\b(?:pytest|self)\.(?:raises|warns|fail|deprecated_call|assertRaises\w*)\s*\(|\b(?:assert|check|verify|expect|ensure)_?\w*\s*\(|\bnp\.testing\.\w+\s*\(/g,
  weak: /^assert\s+(?:[\w.]+(?:\[[^\]]*\])?)\s*$|^assert\s+[^=<>]+\bis\s+not\s+None\s*$|^assert\s+(?:isinstance\s*\([^()]*,\s*object\s*\))|\.assertIsNotNone\s*\(|==\s*(?:pytest\.)?approx\([^\n]*\b(?:abs|rel)\s*=\s*(?:1e[1-9]\d*|\d{4,}|float\(.inf.\))[^\n]*|==\s*(?:unittest\.)?(?:mock\.)?ANY\s*$|\.assertTrue\s*\(\s*[\w.]+\s*\)/,
  tautologies: [
    /(?<![\w.])assert\s+(?:\(\s*)?(?:True|1|not\s+False|not\s+None)\s*(?:\))?\s*(?=,|$|;)/gm,
    /(?<![\w.])assert\s+(?<one>-?\d+|'[^'\n]*'|"[^"\n]*"|True|False|None)\s*(?:==|is)\s*\k<one>\s*(?=,|$|;)/gm,
    /(?<![\w.])assert\s+(?:'[^'\n]+'|"[^"\n]+")\s*$/gm,
    // Whether something is so is true or false, and never nothing.
    /(?<![\w.])assert\s+\([^\n]*(?:[=!]=|[<>]|\bin\b)[^\n]*\)\s+is\s+not\s+None\s*(?=,|$|;)/gm,
    // A list that has something in it is true, whatever that is.
    /(?<![\w.])assert\s+\[(?!\s*\]|[^\n]*\bfor\b)[^\]\n]+\]\s*$/gm,
    // In brackets it is a tuple with its message, and such a tuple is true.
    /(?<![\w.])assert\s*\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*,\s*f?["'][^\n]*["']\s*\)\s*$/gm,
    /(?<![\w.])assert\b[^\n]*\bor\s+(?:True|1)\b(?!\s*[=<>.+*/-])/g,
    /(?<![\w.])assert\s+any\s*\(\s*[[(][^\n]*,\s*(?:1|True)\s*,?\s*[\])]\s*\)/g,
    /\.assertTrue\s*\(\s*(?:True|1)\s*[,)]|\.assertFalse\s*\(\s*(?:False|0)\s*[,)]|\.assertIsNone\s*\(\s*None\s*[,)]/g,
    /\.assert(?:True)\s*\([^\n]*\bor\s+True\s*\)/g,
    /\.assert(?:Equals?|Is|AlmostEqual|ListEqual|DictEqual)\s*\(\s*(?<one>-?\d+|'[^'\n]*'|"[^"\n]*"|True|False|None)\s*,\s*\k<one>\s*[,)]/g,
    /(?<![\w.])assert\s+len\([^()\n]*(?:\([^()\n]*\))?[^()\n]*\)\s*>=\s*0\b/g,
    /(?<![\w.])assert\s+(?<same>[A-Za-z_][\w.]*(?:\([\w., ]*\))?)\s*==\s*\k<same>\s*(?=,|$|;)/gm,
    /\.assertEquals?\s*\(\s*(?<same>[A-Za-z_][\w.]*(?:\([\w., ]*\))?)\s*,\s*\k<same>\s*[,)]/g,
  ],
  empty:
    /^(?:async\s+)?def\s+\w+\s*\((?:[^()]|\([^()]*\))*\)\s*(?:->[^:\n]*)?:(?:[\s;]|\bpass\b|\.\.\.|\breturn\b(?:\s+None\b)?|[rRbBuU]?(?:"[^"]*"|'[^']*'))*$/,
  exits:
    /\b(?:sys\.exit\s*\(\s*0?\s*\)|os\._exit\s*\(\s*0\s*\)|(?<![\w.])(?:exit|quit)\s*\(\s*0?\s*\)|raise\s+SystemExit\s*(?:\(\s*0?\s*\))?\s*$|pytest\.exit\s*\(|session\.exitstatus\s*=\s*(?:0|pytest\.ExitCode\.OK)|\w+\.outcome\s*=\s*['"]passed['"]|setattr\s*\(\s*\w+\s*,\s*['"]outcome['"]\s*,\s*['"]passed['"]\s*\))|^def\s+pytest_(?:pyfunc_call|runtest_call|runtest_protocol)\b[^\n]*(?![^\n]*\n(?:(?:[ \t][^\n]*)?\n)*?[ \t][^\n]*(?:\.obj\b|\btestfunction\b|\byield\b|\bruntestprotocol\b|\.runtest\b))(?=\n(?:(?:[ \t][^\n]*)?\n)*?[ \t]+return\s+True\b)/gm,
}

function whyPassedBy({ text }: { readonly text: string }): (test: PlacedTest) => string | null {
  // Of unittest, only one kind of test case waits for what is asynchronous; Django's all do.
  const isPlain = /\bfrom\s+unittest\s+import\b[^\n]*\bTestCase\b/.test(text)
  const runsCoroutines =
    /\bmark\.(?:asyncio|anyio|trio)\b|asyncio_mode|(?:AsyncioTestCase|AsyncTestCase)\b|inlineCallbacks|gen_test/.test(
      text,
    ) ||
    (!isPlain && /(?<!\bunittest\.)\b\w*TestCase\b/.test(text))
  const isNeverMade = remember(hasConstructor)
  const off = new Set([...text.matchAll(/^(\w+)\.__test__\s*=\s*False/gm)].map(([, name]) => name))
  const isTurnedOff = remember(
    (group: string) =>
      /^[ \t]+__test__\s*=\s*False/m.test(group) || off.has(/^[ \t]*class\s+(\w+)/m.exec(group)?.[1]),
  )
  return ({ head, body, groups }) => {
    const isOfUnittest = groups.some((group) => /^[ \t]*class\s+\w+\(\s*unittest\.TestCase\s*\)/m.test(group))
    const isIdle = isOfUnittest || (!runsCoroutines && !/\bawait\b|\basync\s+(?:for|with)\b/.test(body))
    if (isIdle && /\basync\s+def\b/.test(head)) return 'async def'
    if (
      /^[ \t]+(?:\w+\s*=\s*)?yield\b/m.test(body) &&
      !/\bdef\b|\blambda\b/.test(body) &&
      !/^[ \t]*@/m.test(head)
    )
      return 'yield'
    if (groups.some(isTurnedOff)) return '__test__ = False'
    return groups.some(isNeverMade) ? '__init__' : null
  }
}

/** pytest makes no object of a class that says how it is made. */
function hasConstructor(group: string): boolean {
  const indent = /^[ \t]*class\s+Test\w*\s*(?:\(\s*(?:object)?\s*\))?\s*:[^\n]*\n(?:\s*\n)*([ \t]+)/.exec(
    group,
  )?.[1]
  return indent !== undefined && group.split('\n').some((line) => line.startsWith(`${indent}def __init__`))
}
