import { DOUBLE, HASH, shaped, TRIPLE_DOUBLE } from '../text/strip-source.ts'
import type { TestLanguage } from './contract.ts'

/** ExUnit. */
export const elixir: TestLanguage = {
  paths: /\.exs?$/,
  found: /_test\.exs$/,
  where: 'test-files',
  depth: 'indent',
  tokens: [
    HASH,
    TRIPLE_DOUBLE,
    DOUBLE,
    shaped('string', /~[a-zA-Z](?:\{[^}\n]*\}|\/[^/\n]*\/|\|[^|\n]*\||\([^)\n]*\)|\[[^\]\n]*\])/y),
  ],
  tests: [{ shape: /^[ \t]*(?:test|property|feature)(?=[ (]+")/gm, extent: 'indent' }],
  groups: [
    { shape: /^[ \t]*describe(?=[ (]+")/gm, extent: 'indent' },
    { shape: /^[ \t]*defmodule\s+(?<name>[\w.]+)/gm, extent: 'indent' },
  ],
  hooks: [{ shape: /^[ \t]*setup(?:_all)?\b/gm, extent: 'indent' }],
  functions: [{ shape: /^[ \t]*(?:defp?|defmacrop?)\s+(?<name>\w+[?!]?)/gm, extent: 'indent' }],
  decorators: 'above',
  skips: {
    head: /@tag\s+(?::skip\b|skip:\s*(?!false|nil))|@tag\s+(?::pending|:exclude)\b|@(?:describetag|moduletag)\s+(?::skip\b|skip:)/g,
    inside: /(?!)/g,
    file: /^[ \t]*@moduletag\s+(?::skip\b|skip:\s*(?!false|nil))/gm,
    conditional: /\bif\b/,
  },
  singles: null,
  assertions: /(?<![\w.:@])(?:assert|refute|flunk|catch_error|check|verify|expect)\w*(?=[ (!])/g,
  weak: /^assert\s+\w+\s*$|^refute\s+is_nil\(/,
  tautologies: [
    /(?<![\w.])assert[ (]\s*true\s*\)?\s*$|(?<![\w.])refute[ (]\s*(?:false|nil)\s*\)?\s*$/gm,
    /(?<![\w.])assert[ (]\s*(?<one>-?\d+|"[^"\n]*"|:\w+|nil|true|false)\s*==\s*\k<one>\s*\)?\s*$/gm,
    /(?<![\w.])assert\b[^\n]*(?:\|\||\bor)\s*true\b/g,
    /(?<![\w.])assert[ (]\s*(?<same>[a-z_][\w.]*(?:\([\w., ]*\))?)\s*==\s*\k<same>\s*\)?\s*$/gm,
  ],
  exits:
    /\bSystem\.(?:halt|stop)\s*\(\s*0?\s*\)|\bexit\s*\(\s*:normal\s*\)|\bExUnit\.configure\s*\(\s*exclude:\s*\[\s*:test/g,
}
