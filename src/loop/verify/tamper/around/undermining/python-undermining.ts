import type { Asking, Phrase } from './contract.ts'
import { phrasesOf } from './phrases-of.ts'
import { pytestUndermining } from './pytest-undermining.ts'

/** What changes Python's test cases, pytest, or what both are made of. */
export function pythonUndermining({ bare, where }: Asking): Phrase[] {
  const cases = joined(['TestCase', ...namesFor(bare, 'TestCase')])
  const modules = joined(['unittest', '_pytest', ...namesFor(bare, '(?:unittest|_pytest)[\\w.]*')])
  const own = [
    `^[ \\t]*(?:\\w+\\.)*(?:${cases})\\.(?:assert|fail|run\\b|__call__\\b)\\w*[ \\t]*=(?!=)`,
    `\\bsetattr\\(\\s*(?:\\w+\\.)*(?:${cases})\\s*,\\s*(?:['"](?:assert|fail|run['"]|__call__)|[a-z_])`,
    `^[ \\t]*(?:${modules})(?:\\.\\w+)*\\.(?!maxDiff\\b|longMessage\\b|_MAX_LENGTH\\b)\\w+[ \\t]*=(?!=)`,
    `\\bsys\\.modules\\s*\\[\\s*['"](?:unittest|pytest|_pytest|numpy\\.testing|hypothesis)[\\w.]*['"]\\s*\\]\\s*=(?!=)`,
    `^[ \\t]*(?:builtins|__builtins__)(?:\\.__dict__)?(?:\\.|\\[\\s*['"])(?:${BUILT_IN})(?:['"]\\s*\\])?[ \\t]*=(?!=)`,
    `\\bsetattr\\(\\s*(?:builtins|__builtins__)\\s*,\\s*['"](?:${BUILT_IN})['"]`,
    `^[ \\t]+def[ \\t]+(?:${OWN_WORDS})\\s*\\([^()]*\\)[^:\\n]*:\\s*(?:pass|\\.\\.\\.|return(?:[ \\t]+(?:None|True))?)[ \\t]*$`,
    `^[ \\t]+(?:${OWN_WORDS})[ \\t]*=(?!=)[ \\t]*(?:lambda\\b|None\\b|print\\b|(?:mock\\.)?(?:Magic)?Mock\\()`,
    '^[ \\t]*pytest\\.(?:raises|approx|fail|warns|Item|Function)(?:\\.\\w+)*[ \\t]*=(?!=)',
  ].map((shape) => new RegExp(shape, 'gm'))
  return [
    ...phrasesOf(bare, where === 'product' ? [...own, ...EQUAL_TO_ANYTHING] : own),
    ...(where === 'set-up' ? pytestUndermining(bare) : []),
    ...ownRuns(bare, cases),
  ]
}

/** Test cases that are run in a way of their own, and not by what they are made of: `def run(self, result): result.addSuccess(self)`. */
function ownRuns(bare: string, cases: string): Phrase[] {
  const shape = new RegExp(
    `^([ \\t]*)class\\s+\\w+\\([^()\\n]*\\b(?:${cases}|\\w*TestCase)\\b[^()\\n]*\\)[^\\n]*\\n(?:\\1[ \\t][^\\n]*\\n|[ \\t]*\\n)*`,
    'gm',
  )
  return [...`${bare}\n`.matchAll(shape)].flatMap(({ index, 0: body }) => {
    // What stands deeper is of another class, or of a test.
    const depth = /\n([ \t]+)\S/.exec(body)?.[1]
    return [...body.matchAll(OWN_RUN)]
      .filter(([text, indent]) => indent === depth && !HANDS_ON.test(text))
      .map(({ index: at, 0: text }) => ({ at: index + at, text: text.split('\n', 1)[0] ?? '' }))
  })
}

const HANDS_ON = /\bsuper\s*\(|\.(?:run|_callTestMethod|__call__)\s*\(\s*self\b/

const OWN_RUN =
  /^([ \t]+)(?:async\s+)?def\s+(?:run|__call__|_callTestMethod)\s*\([^)]*\)[^\n]*\n(?:\1[ \t][^\n]*\n|[ \t]*\n)*/gm

/** What test cases assert with. */
const OWN_WORDS =
  'assert(?:(?:Not)?(?:Almost)?Equals?|True|False|Is(?:Not)?(?:None)?|(?:Not)?IsInstance|(?:Not)?In|Raises(?:Regex)?|Greater(?:Equal)?|Less(?:Equal)?|(?:Not)?Regex|(?:List|Dict|Set|Tuple|Sequence|MultiLine|Count)Equal)|fail'

const BUILT_IN =
  'isinstance|issubclass|len|sum|abs|round|all|any|type|AssertionError|repr|str|int|float|sorted|bool|list|dict|set|tuple|min|max|getattr|hasattr'

/** What a file calls a thing that it imports. */
function namesFor(bare: string, thing: string): string[] {
  const imported = new RegExp(
    `^[ \\t]*(?:from[ \\t]+[\\w.]+[ \\t]+)?import[ \\t][^\\n]*?\\b${thing}[ \\t]+as[ \\t]+(\\w+)`,
    'gm',
  )
  return [...bare.matchAll(imported)].map(([, name = '']) => name)
}

function joined(names: readonly string[]): string {
  return [...new Set(names)].join('|')
}

const EQUAL_TO_ANYTHING = [
  /^[ \t]*def\s+__eq__\s*\([^()]*\)[^:\n]*:\s*(?:"""[^"]*"""\s*|'''[^']*'''\s*)?return\s+(?:True|1)[ \t]*$/gm,
  /^[ \t]*__eq__\s*=\s*lambda\b[^:\n]*:\s*(?:True|1)[ \t]*$/gm,
]
