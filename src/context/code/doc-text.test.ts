import { expect, it } from 'vitest'
import { docText } from './doc-text.ts'

it.each([
  [['Reads a basket', 'from a file.', 'And more.'], 'Reads a basket from a file.'],
  [
    ['A request. Instances are immutable if their', 'body is.'],
    'A request. Instances are immutable if their body is.',
  ],
  [[`A call to make. It ${'goes on '.repeat(10)}`, 'and on '.repeat(20)], 'A call to make.'],
  [['', '```java', 'new Shelf();', '```', 'Where baskets stand.'], 'Where baskets stand.'],
  [['Where baskets stand', '', 'More.'], 'Where baskets stand'],
  [['Initializes the basket *', ' '], 'Initializes the basket'],
  [['Gives back a char *'], 'Gives back a char *'],
  [['Where baskets stand', '- one', '- two'], 'Where baskets stand'],
  [['<p>', '@param x', 'eslint-disable'], null],
  [['Uses e.g. a file', 'or a list.'], 'Uses e.g. a file or a list.'],
  [
    ['Is a {@link Box}, a {@link', 'Shelf}, a {@linkplain Cart#add(Box, int) cart} or {@code null}.'],
    'Is a Box, a Shelf, a cart or null.',
  ],
  [
    ['Shared by :class:`~shop.Basket` and', ':py:class:`Cart <shop.Cart>`.', ':param x: what'],
    'Shared by `Basket` and `Cart`.',
  ],
  [['TODO: more', 'FIXME(me) soon', 'Java &lt;-&gt; Scala, &amp; back.'], 'Java <-> Scala, & back.'],
  [['TODO(me): sell more', 'e.g. by the dozen'], null],
  [['TODO: more', 'and more', '', 'What is sold.'], 'What is sold.'],
  [['@class Basket', '', 'What it costs.', '@field cost integer', '', '@field items Item[]'], null],
  [['What is sold.', '@class Basket', '@field cost integer', '', 'In it.', '@field items'], 'What is sold.'],
  [['Shop \\Basket', '============', '', 'What is sold.'], 'What is sold.'],
  [['# Shop Basket', '', '\\Baskets are sold.'], 'Baskets are sold.'],
  [['Shop Basket', '-----------'], 'Shop Basket'],
  [['Reads a basket', '---', 'and more'], 'Reads a basket'],
  [[' == Schema Information', '', ' Table name: baskets', '', '  id :bigint'], null],
  [['What is sold', '== Schema Information', '', 'Table name: baskets'], 'What is sold'],
  [[':include: ../README.rdoc'], null],
  [[':nodoc:', ':markup: markdown', '', 'What is sold.'], 'What is sold.'],
  [[':class:`Basket` is sold.'], '`Basket` is sold.'],
  [['= Shop::Basket', '', 'What is sold.'], 'What is sold.'],
  [['js/shop/basket.js'], null],
  [['index.mjs'], null],
  [['src/basket.ts', 'What is sold, as in', 'src/item.ts'], 'What is sold, as in src/item.ts'],
  [['input/output'], 'input/output'],
  [['Basket.total'], 'Basket.total'],
  [['word '.repeat(40)], `${'word '.repeat(23).trim()}…`],
])('documentation says its first sentence, over lines and without code: %j', (lines, said) => {
  expect(docText(lines)).toBe(said)
})
