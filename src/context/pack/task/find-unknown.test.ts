import { describe, expect, it } from 'vitest'
import { codeOf } from '../../../../test/contracts/code.ts'
import { openWords } from '../words/open-words.ts'
import { findUnknown, type Grounds } from './find-unknown.ts'
import { readTask } from './read-task.ts'

const TREE: Readonly<Record<string, string>> = {
  'shop/basket.py': 'class Basket:\n    def total_price(self):\n        return self.sum\n',
  'app/[id]/page.tsx': 'export const page = 1\n',
  'src/routes/+page.svelte': '<p>hello</p>\n',
  '.eslintrc.js': 'module.exports = {}\n',
  'shop/tokenParser.ts': 'export function parseToken(text: string) {\n  return text\n}\n',
}

async function groundsOf(text: string): Promise<Grounds> {
  const code = await codeOf(TREE)
  const paths = code.map(({ path }) => path)
  const words = await openWords({
    root: '',
    listedAt: 0,
    files: paths.map((path) => ({ path, blob: path })),
    read: (path) => ({ kind: 'text', text: TREE[path] ?? '' }),
    folder: null,
  }).finish({ definitionsOf: (place) => code[place]?.tags.definitions ?? [], isLasting: () => true })
  return findUnknown({ task: readTask(text), paths, words })
}

describe('what a task names', () => {
  it.each([
    ['`parseToken` returns too much', { unknown: [], support: 'named' }],
    ['Basket.total_price drops an item', { unknown: [], support: 'named' }],
    // Others may write the same name in another way.
    ['get_token fails, as parse_token does', { unknown: ['get_token'], support: 'named' }],
    ['It breaks in lib/shop/basket.py', { unknown: [], support: 'named' }],
    ['It breaks in src/routes/+page.svelte.', { unknown: [], support: 'named' }],
    ['It breaks (app/[id]/page.tsx, `.eslintrc.js`)', { unknown: [], support: 'named' }],
    ['It breaks in src/routes/+layout.svelte', { unknown: ['layout.svelte'], support: 'doubtful' }],
    ['frobnicateWidget() breaks the basket', { unknown: ['frobnicateWidget'], support: 'doubtful' }],
    ['The basket breaks in `Basket.frobnicate`', { unknown: ['Basket.frobnicate'], support: 'doubtful' }],
    ['The basket breaks in src/frobnicate.py', { unknown: ['src/frobnicate.py'], support: 'doubtful' }],
    ['The basket breaks in `npm run build`', { unknown: [], support: 'words' }],
    ['The basket breaks in `frobnicate(1, 2)`', { unknown: ['frobnicate'], support: 'doubtful' }],
    ['The total of the basket is wrong', { unknown: [], support: 'words' }],
    ['Frobnication hurts', { unknown: [], support: 'none' }],
    ['`frobnicate` hurts', { unknown: ['frobnicate'], support: 'none' }],
  ])('is told apart from what is not there: %s', async (text, grounds) => {
    expect(await groundsOf(text)).toEqual(grounds)
  })
})
