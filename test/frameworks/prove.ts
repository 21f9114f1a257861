import { tap } from '#loop/verify/frameworks/tap.ts'
import { type Case, IN_COLOUR, type Proof } from './proof.ts'
import { programOnPath } from './sources.ts'

const GREEN = `use Test::More tests => 2;
ok(1, 'adds');
ok(1, 'multiplies');
`

const fail: Case = {
  files: {
    't/green.t': GREEN,
    't/red.t': `use Test::More tests => 4;
is(1, 2, 'subtracts');
subtest 'below zero' => sub {
  plan tests => 2;
  ok(1, 'begins');
  is('a', 'b', 'ends');
};
is(3, 1, 'halves') for 1..2;
`,
  },
  command: 'prove',
  text: {
    counts: [2, 4, 0],
    failing: [
      { id: 't/red.t > subtracts', message: "expected: '2'", location: 't/red.t:2' },
      { id: 't/red.t > below zero', message: null, location: 't/red.t:7' },
      { id: 't/red.t > halves', message: "expected: '1'", location: 't/red.t:8' },
      { id: 't/red.t > halves (2)', message: "expected: '1'", location: 't/red.t:8' },
    ],
  },
}

export const proveProof: Proof = {
  name: 'prove',
  nameless: 'It names files, and not the tests in them.',
  framework: tap,
  source: programOnPath({ program: 'prove', version: '3.44', packages: ['perl'] }),
  cases: {
    pass: { files: { 't/green.t': GREEN }, command: 'prove', text: { counts: [2, 0, 0] } },
    fail,
    error: {
      files: { 't/green.t': GREEN, 't/import.t': 'use strict;\nuse Missing::Module;\n' },
      command: 'prove',
      text: {
        counts: [2, 1, 0],
        failing: [{ id: 't/import.t', message: 'Non-zero exit status: 2', location: 't/import.t' }],
      },
    },
    skip: {
      files: { 't/green.t': GREEN, 't/skip.t': `use Test::More skip_all => 'not now';\n` },
      command: 'prove',
      text: { counts: [2, 0, 0] },
    },
    none: 'where there are no tests `prove` says so to people only, and fails',
    crash: {
      files: {
        't/dies.t': `use Test::More tests => 3;\nok(1, 'begins');\nkill 9, $$;\n`,
        't/green.t': GREEN,
      },
      command: 'prove',
      text: {
        counts: [3, 1, 0],
        failing: [{ id: 't/dies.t', message: 'You planned 3 tests but ran 1', location: 't/dies.t' }],
      },
    },
    timeout: {
      files: { 't/a.t': GREEN, 't/b.t': 'use Test::More tests => 1;\nsleep 90;\n' },
      command: 'prove',
      timeoutMs: 3000,
      text: null,
    },
    colour: { ...fail, command: 'prove --color', environment: IN_COLOUR },
    unicode: {
      files: {
        't/unicode.t': `use utf8;
use Test::More tests => 2;
binmode(Test::More->builder->$_, ':utf8') for qw(output failure_output);
is('ä', 'ö', 'misst 日本語');
ok(1, 'zählt ✓');
`,
      },
      command: 'prove',
      text: {
        counts: [1, 1, 0],
        failing: [{ id: 't/unicode.t > misst 日本語', message: `expected: 'ö'`, location: 't/unicode.t:4' }],
      },
    },
  },
  more: { verbose: { ...fail, command: 'prove -v' } },
}
