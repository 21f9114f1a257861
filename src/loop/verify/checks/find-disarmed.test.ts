import { describe, expect, it } from 'vitest'
import { disarmedIn } from './find-disarmed.ts'

const ASSERT = "import assert from 'node:assert/strict'\n"
const SUM = 'export const sum = (a, b) => a - b\n'
const PROOF = 'assert.equal(sum(1, 2), 3)\n'
const SELF = ASSERT + SUM + PROOF
const MENDED = SELF.replace('a - b', 'a + b')
const MAIN = `${ASSERT}${SUM}main()\nfunction main() {\n  ${PROOF}}\n`
const ASYNC = `${ASSERT}${SUM}async function main() {\n  await null\n  ${PROOF}}\nmain()\n`
const CLI = 'const args = process.argv.slice(2)\n'
const THROWS = `${SUM}if (sum(1, 2) !== 3) throw new Error('no')\n`
const PY = 'import sys\ndef sum(a, b):\n    return a - b\n\nassert sum(1, 2) == 3\n'

type Case = [how: string, before: string, after: string, check?: string, path?: string]

const places = ([, before, after, check = 'node src/index.js', path = 'src/index.js']: Case) =>
  disarmedIn({ path, before, after }, check).map(({ kind, line }) => `${kind} ${line}`)

describe('of a product that proves itself when it is started', () => {
  it.each<[Case, string]>([
    [['an exit before its assertion', SELF, `${ASSERT}${SUM}process.exit(0)\n${PROOF}`], 'early-exit 3'],
    [
      ['an exit under a condition', SELF, `${ASSERT}${SUM}if (sum(1, 2) !== 3) process.exit(0)\n${PROOF}`],
      'early-exit 3',
    ],
    [
      [
        'an exit where nobody asks for something',
        SELF,
        `if (process.argv.length < 3) process.exit(0)\n${SELF}`,
      ],
      'early-exit 1',
    ],
    [
      [
        'an exit where it is asked for what the check asks for',
        `${CLI}${SELF}`,
        `${CLI}if (args.includes('--prove')) process.exit(0)\n${SELF}`,
        'node src/index.js --prove',
      ],
      'early-exit 2',
    ],
    [
      [
        'an exit where it is not asked for something else',
        `${CLI}${SELF}`,
        `${CLI}if (!args.includes('--prove')) process.exit(0)\n${SELF}`,
      ],
      'early-exit 2',
    ],
    [
      [
        'an exit in a function that is called before',
        SELF,
        `${ASSERT}${SUM}end()\n${PROOF}function end() {\n  process.exit(0)\n}\n`,
      ],
      'early-exit 6',
    ],
    [
      ['an exit in what it asserts on', SELF, `${SELF.replace('a - b', '{ process.exit(0) }')}`],
      'early-exit 2',
    ],
    [
      [
        'an exit before its main function is called',
        MAIN,
        MAIN.replace('main()\n', 'process.exit(0)\nmain()\n'),
      ],
      'early-exit 3',
    ],
    [
      ['an exit in its main function', MAIN, MAIN.replace('  assert', '  process.exit(0)\n  assert')],
      'early-exit 5',
    ],
    [['an exit while its main function is at work', ASYNC, `${ASYNC}process.exit(0)\n`], 'early-exit 8'],
    [
      [
        'a return',
        SELF.replace(ASSERT, "const assert = require('assert')\n"),
        `const assert = require('assert')\n${SUM}return\n${PROOF}`,
      ],
      'test-skipped 3',
    ],
    [['an assertion that went', SELF, ASSERT + SUM], 'assertion-removed 1'],
    [['an assertion that is always true', SELF, `${ASSERT}${SUM}assert.equal(3, 3)\n`], 'tautology 3'],
    [
      ['an assertion that nobody hears', SELF, `${ASSERT}${SUM}try { ${PROOF.trim()} } catch {}\n`],
      'assertion-removed 3',
    ],
    [['a main function that nobody calls', MAIN, MAIN.replace('main()\n', '\n')], 'assertion-removed 1'],
    [
      ['an ear for what fails', SELF, `${ASSERT}${SUM}process.on('uncaughtException', () => {})\n${PROOF}`],
      'early-exit 3',
    ],
    [
      [
        'an ear by its name',
        SELF,
        `${SELF}process.once('uncaughtException', tell)\nfunction tell(error) {\n  console.error(error)\n}\n`,
      ],
      'early-exit 4',
    ],
    [
      [
        'an ear for all that fails',
        THROWS,
        `process.setUncaughtExceptionCaptureCallback(() => {})\n${THROWS}`,
      ],
      'early-exit 1',
    ],
    [
      [
        'an end of Python on its way out',
        PY,
        `import atexit, os\natexit.register(os._exit, 0)\n${PY}`,
        'python src/main.py',
        'src/main.py',
      ],
      'early-exit 2',
    ],
    [
      [
        'the same program without assertions',
        PY,
        `import os\nos.execv(sys.executable, ['-O', *sys.argv])\n${PY}`,
        'python src/main.py',
        'src/main.py',
      ],
      'early-exit 2',
    ],
    [['an exit before it throws', THROWS, THROWS.replace('if', 'process.exit(0)\nif')], 'early-exit 2'],
    [
      [
        'an exit of Python',
        PY,
        PY.replace('assert', 'sys.exit()\nassert'),
        'python src/main.py',
        'src/main.py',
      ],
      'early-exit 5',
    ],
    [
      [
        'an assertion of Python that went',
        PY,
        PY.replace(/assert.*/, ''),
        'python src/main.py',
        'src/main.py',
      ],
      'assertion-removed 1',
    ],
  ])('%s is found', (one, place) => {
    expect(places(one)).toContain(place)
  })

  it.each<Case>([
    ['the work', SELF, MENDED],
    ['more of the same', SELF, `${MENDED}assert.equal(sum(2, 2), 4)\n`],
    ['an exit behind all of it', SELF, `${MENDED}process.exit(0)\n`],
    [
      'an exit that somebody has to ask for',
      `${CLI}${SELF}`,
      `${CLI}if (args.includes('--help') || args.includes('-h')) {\n  console.log('help')\n  process.exit(0)\n}\n${MENDED}`,
    ],
    [
      'a word that somebody has to say',
      `${CLI}${SELF}`,
      `${CLI}switch (args[0]) {\n  case 'version':\n    console.log(1)\n    process.exit(0)\n}\n${MENDED}`,
    ],
    ['an exit when it is told to stop', SELF, `process.on('SIGTERM', () => process.exit(0))\n${MENDED}`],
    [
      'an ear that ends it badly',
      SELF,
      `process.on('uncaughtException', (error) => {\n  console.error(error)\n  process.exit(1)\n})\n${MENDED}`,
    ],
    [
      'an ear by its name that ends it badly',
      SELF,
      `process.on('unhandledRejection', fail)\nfunction fail(error) {\n  console.error(error)\n  process.exitCode = 1\n}\n${MENDED}`,
    ],
    [
      'an ear of a server that asserts nothing',
      'serve()\n',
      `process.on('uncaughtException', console.error)\nserve()\n`,
    ],
    [
      'what Python says on its way out',
      PY,
      `import atexit\natexit.register(print, 'bye')\n${PY.replace('a - b', 'a + b')}`,
      'python src/main.py',
      'src/main.py',
    ],
    [
      'an exit when its main function is through',
      ASYNC,
      ASYNC.replace(/main\(\)\n$/, 'main().then(() => process.exit(0))\n'),
    ],
    ['an exit in a main function at its end', MAIN, MAIN.replace(PROOF, `${PROOF}  process.exit(0)\n`)],
    ['an exit of one that asserted nothing', `${CLI}run(args)\n`, `${CLI}run(args)\nprocess.exit(0)\n`],
    [
      'an exit of one that only fails under a condition',
      `${CLI}if (!args[0]) process.exit(1)\n`,
      `${CLI}if (args[0] === '--help') process.exit(0)\nif (!args[0]) process.exit(1)\n`,
    ],
    [
      'what a function says of its arguments',
      `${ASSERT}export function sum(a) {\n  assert(Array.isArray(a))\n}\n${PROOF}`,
      `${ASSERT}export function sum(a) {\n  return a\n}\n${PROOF}`,
    ],
    ['what makes room for it', `ensureFolder('out')\n${SELF}`, MENDED],
    [
      'a check of its own of one that proves nothing',
      'verifyConfig()\nrun()\n',
      'if (isOff()) process.exit(0)\nrun()\n',
    ],
    [
      'a program of the shell',
      '[ -f a ] || exit 1\ngrep -q a b\n',
      'if [ -f c ]; then exit 0; fi\ngrep -q a c\n',
      'sh src/run.sh',
      'src/run.sh',
    ],
    [
      'what a program says of its arguments',
      `${ASSERT}${CLI}assert(args.length === 1, 'usage')\n`,
      `${CLI}if (args.length !== 1) process.exit(1)\n`,
    ],
    [
      'one that is ended well where nothing was given',
      `${CLI}if (!args[0]) throw new Error('usage')\n`,
      `${CLI}if (!args[0]) process.exit(0)\nrun(args)\n`,
    ],
    [
      'an exit of Python at its end',
      PY,
      `${PY.replace('a - b', 'a + b')}\nif __name__ == '__main__':\n    sys.exit()\n`,
      'python src/main.py',
      'src/main.py',
    ],
  ])('%s is nothing', (...one) => {
    expect(places(one)).toEqual([])
  })
})
