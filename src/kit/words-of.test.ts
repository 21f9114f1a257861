import { expect, it } from 'vitest'
import { wordsOf } from './words-of.ts'

it.each([
  ['parseHTTPRequest', ['parse', 'http', 'request']],
  ['MAX_TOKENS_2', ['max', 'tokens', '2']],
  ['src/kit/words-of.ts', ['src', 'kit', 'words', 'of', 'ts']],
  ['Größe überall, 文字!', ['größe', 'überall', '文字']],
  ['', []],
])('splits %j', (text, words) => {
  expect(wordsOf(text)).toEqual(words)
})
