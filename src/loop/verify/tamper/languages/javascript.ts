import { DOUBLE, SINGLE, SLASH_STAR, SLASHES, shaped, type Token } from '../text/strip-source.ts'
import type { TestLanguage } from './contract.ts'

/** Jest, Vitest, Mocha, node:test, tap, AVA, QUnit, Jasmine, Playwright, Deno, Bun. */
export const javascript: TestLanguage = {
  paths: /\.(?:[cm]?[jt]sx?|vue|svelte)$/,
  found:
    /[._-](?:test|tests|spec|e2e|cy)\.\w+$|(?:^|\/)(?:__tests__|tests?|specs?)\/|(?:^|\/)test[-_.][^/]*$/i,
  suffix: /[._-](?:test|tests|spec|e2e|cy)\.\w+$/i,
  where: 'test-files',
  tokens: [
    SLASHES,
    SLASH_STAR,
    DOUBLE,
    SINGLE,
    { kind: 'string', endOf: templateEnd } satisfies Token,
    // A slash after an operator begins an expression, and after a value divides.
    shaped(
      'string',
      /\/(?<=(?:^|[(,=:[!&|?{};+*%~^<>-]|\breturn|\bcase|\btypeof)[ \t]{0,40}\/)(?![*/])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/my,
    ),
  ],
  tests: [
    {
      shape:
        /(?<![\w.$])(?:(?:it|test|specify|[fx]it|[fx]test|xspecify)(?!\.(?:describe|before|after|step|use|extend|setTimeout|info|expect|teardown|context|plan|mock))|QUnit\.(?:test|skip|only|todo)|Deno\.test|(?:t|tt|tap|suite)\.test)(?:\.\w+)*(?=\s*[(`])/g,
      extent: 'call',
      holds: /=>|\bfunction\b|\.(?:todo|skip)\b|\bxit\b|\bxtest\b/,
    },
  ],
  groups: [
    {
      shape:
        /(?<![\w.$])(?:[fx]?(?:describe|context)|suite|test\.describe|QUnit\.module)(?:\.\w+)*(?=\s*[(`])/g,
      extent: 'call',
      holds: /=>|\bfunction\b/,
    },
    { shape: /\bif\s*(?=\(\s*(?:false|0)\s*\))/g, extent: 'braces' },
  ],
  hooks: [{ shape: /(?<![\w$])(?:before|beforeEach|beforeAll|setup)(?=\s*\()/g, extent: 'call' }],
  functions: [
    { shape: /\bfunction\s*\*?\s*(?<name>[\w$]+)(?=\s*(?:<[^<>(]*>)?\()/g, extent: 'braces' },
    {
      shape: /\b(?:const|let|var)\s+(?<name>[\w$]+)\s*=\s*(?:async\s*)?(?=\([^()]*\)\s*(?::[^=;{]*)?=>)/g,
      extent: 'braces',
    },
  ],
  decorators: 'none',
  skips: {
    head: /^x(?:it|test|describe|context|specify)\b|\.(?:skip|todo|fixme|fails|failing|skipIf|runIf|ignore)\b|\{[^{}]*\b(?:(?:skip|todo|ignore|expectFailure)\s*:\s*(?!false\b|undefined\b)|retry\s*:\s*\d{2,})/g,
    inside:
      /\b(?:this|t|tt|ctx|context|test)\.(?:skip|fixme|todo)\s*\(|(?<![\w.$])(?:pending|skip)\s*\(|,\s*\{\s*retry\s*:\s*\d{2,}\s*\}\s*\)$|\bthis\.retries\(\s*\d{2,}\s*\)/g,
    file: null,
    conditional: /skipIf|runIf|\bif\b|\?/,
  },
  // Whoever is called gets a thing that could be asked for what it yields, and nobody does.
  passedBy:
    () =>
    ({ body }) =>
      /^(?:async\s+)?function\s*\*/.test(body) ? 'function*' : null,
  singles:
    /(?<![\w.$])(?:(?:it|test|describe|context|suite|specify|QUnit|bench|Deno\.test|test\.describe)(?:\.\w+)*\.only\b|(?:fit|fdescribe|fcontext|ftest)(?=\s*\(\s*['"`]))|\{\s*only\s*:\s*true/g,
  assertions:
    /(?<![\w$])(?:expect|assert|should|chai|verify|ensure|must|invariant|ok|equal|strictEqual|deepEqual)(?:[A-Z]\w*)?(?:\.\w+)*\s*(?=[(<])|\.should\b(?=[.(])|\bsinon\.assert\.\w+\s*\(|\b(?:t|tt|tap|QUnit\.assert|cy)\.(?!plan\b|test\b|after|teardown|comment\b|skip\b|end\b|timeout\b|context\b|before|mock\b|todo\b|log\b|diagnostic\b|name\b|signal\b|only\b|step\b|setTimeout\b|visit\b|get\b|run\b|type\b|click\b)(?:assert\.)?\w+\s*\(/g,
  bare: /^expect\s*\(/,
  weak: /\.(?:toBeDefined|toBeTruthy|not\.toBeNull|not\.toBeUndefined|not\.toBeFalsy|not\.toThrow\w*|to\.exist|to\.be\.ok|not\.to\.be\.(?:null|undefined))\b|toMatchObject\s*\(\s*\{\s*\}\s*\)|toEqual\s*\(\s*expect\.objectContaining\s*\(\s*\{\s*\}\s*\)|\.toBeTypeOf\s*\([^()]*\)|\.toBeCloseTo\s*\([^()]*,\s*-\d+\s*\)|expect\.anything\(\)|expect\.any\(Object\)|\b(?:assert|t|assert\.ok|t\.ok|t\.truthy|assert\.exists|assert\.isDefined|assert\.isOk)\((?:[\w$.]|\[\w+\])+\)/,
  tautologies: [
    /\bexpect\s*\(\s*(?<one>true|false|null|undefined|-?\d+|'[^'\n]*'|"[^"\n]*")\s*\)\s*\.(?:toBe|toEqual|toStrictEqual|to\.equal|to\.be|to\.eq|to\.eql|to\.deep\.equal)\s*\(\s*\k<one>\s*\)/g,
    /\bexpect\s*\(\s*(?:true|1|!0)\s*\)\s*\.(?:toBeTruthy\s*\(|toBeDefined\s*\(|to\.be\.(?:true|ok)\b|not\.toBe\s*\(\s*false)/g,
    /\bexpect\s*\(\s*(?:false|null|undefined|0)\s*\)\s*\.(?:toBeFalsy\s*\(|to\.be\.false\b|not\.toBe\s*\(\s*true)/g,
    /\b(?:assert|assert\.ok|assert\.isTrue|t\.ok|t\.true|t\.pass|t\.truthy|console\.assert|t\.assert\.ok|assert\.isOk)\s*\(\s*(?:true|1|!0)\s*[,)]/g,
    /\b(?:assert|t|t\.assert)\.(?:equal|strictEqual|deepEqual|deepStrictEqual|is|same|eq)\s*\(\s*(?<one>true|false|null|undefined|-?\d+|'[^'\n]*'|"[^"\n]*")\s*,\s*\k<one>\s*[,)]/g,
    /\b(?:expect|assert|t\.\w+|assert\.\w+)\s*\([^;\n]*\|\|\s*(?:true|1)\s*\)/g,
    /\blength\s*\)\s*\.(?:toBeGreaterThanOrEqual|to\.be\.at\.least)\s*\(\s*0\s*\)|\bassert(?:\.ok)?\s*\([^;\n]*\.length\s*>=\s*0\s*[,)]/g,
    // The same on both sides may be a test of equality itself: counted only where something better stood before.
    /\bexpect\s*\(\s*(?<same>[\w$][\w$.]*(?:\([\w$., ]*\))?)\s*\)\s*\.(?:toBe|toEqual|toStrictEqual|to\.equal|to\.eql|to\.deep\.equal)\s*\(\s*\k<same>\s*\)/g,
    /\bassert\.(?:equal|strictEqual|deepEqual|deepStrictEqual)\s*\(\s*(?<same>[\w$][\w$.]*(?:\([\w$., ]*\))?)\s*,\s*\k<same>\s*[,)]/g,
  ],
  empty:
    /^(?:=>|function\b[^(]*\([^()]*\))\s*(?:\{\s*(?:(?:return(?:\s+(?:undefined|null|true))?|done\(\))\s*;?\s*)?\}|undefined|null|true|void 0)\s*(?:,\s*(?:[\w.]+|\{[^{}]*\})\s*)?,?\s*\)$/,
  exits:
    /\b(?:process\.exit\s*\(\s*0?\s*\)|process\.exitCode\s*=\s*0\b|process\.reallyExit\s*\(\s*0|Deno\.exit\s*\(\s*0?\s*\))/g,
}

/** With what is put into it, which may have templates of its own. */
function templateEnd(text: string, at: number): number {
  if (text[at] !== '`') return -1
  // Of every template that is open, how many braces are open in what is put into it.
  const open = [0]
  for (let place = at + 1; place < text.length; place++) {
    const last = open.length - 1
    const braces = open[last] ?? 0
    switch (text[place]) {
      case '\\':
        place++
        break
      case '`':
        if (braces > 0) open.push(0)
        else open.pop()
        break
      case '{':
        open[last] = bracesAfter(braces, text[place - 1])
        break
      case '}':
        open[last] = Math.max(0, braces - 1)
    }
    if (open.length === 0) return place + 1
  }
  return text.length
}

/** In the text itself a brace counts behind a dollar sign alone. */
function bracesAfter(braces: number, former: string | undefined): number {
  return braces > 0 || former === '$' ? braces + 1 : 0
}
