import { expect, it } from 'vitest'
import { packageFile } from '#kit/package-file.ts'
import { startParsing } from '../parse/start-parsing.ts'
import { dialectOf } from './dialect-of.ts'
import { javascript } from './javascript.ts'
import { python } from './python.ts'
import { tsx } from './tsx.ts'

const FLOW = `/**
 * Copyright (c) Somebody
 *
 * @flow strict-local
 */

'use strict';

import type {Fiber} from './types';

export type Lane = number;

export function laneOf(fiber: Fiber, kinds: Array<?Lane>): ?Lane {
  return fiber.lane === null ? null : kinds[0];
}

module.exports = {
  start: (): void => {},
};
`

it.each([
  ['// @flow\nconst a = 1\n', tsx],
  ['#!/usr/bin/env node\n/* @flow */\n', tsx],
  [FLOW, tsx],
  ['/* @noflow */\n', javascript],
  ["// nothing\nconst a = '@flow'\n// @flow\n", javascript],
  ['/* @flow', javascript],
  ['', javascript],
])('a text of JavaScript is parsed with types where its first comments say so: %j', (source, language) => {
  expect(dialectOf(javascript, source)).toBe(language)
})

it('no other language has such types', () => {
  expect(dialectOf(python, '# @flow\n')).toBe(python)
})

it('types of Flow are found, and what is needed of them, without an error', async () => {
  const parse = await (await startParsing({ grammars: packageFile('dist/grammars') }))(
    dialectOf(javascript, FLOW),
  )
  const outcome = parse?.({ source: FLOW, limitMs: 10_000 })()
  if (outcome?.kind !== 'parsed') throw new Error('it was not parsed')
  const { definitions, references, imports } = outcome.tags
  expect(outcome.hasErrors).toBe(false)
  expect(
    definitions.map(({ name, kind, exported }) => `${exported ? 'exported ' : ''}${kind} ${name}`),
  ).toEqual(['exported type Lane', 'exported function laneOf', 'exported method start'])
  expect(definitions[1]?.signature).toBe('function laneOf(fiber: Fiber, kinds: Array<?Lane>): ?Lane')
  expect(references.some(({ name, kind }) => name === 'Fiber' && kind === 'type')).toBe(true)
  expect(imports).toMatchObject([{ specifier: './types', names: ['Fiber'] }])
})
