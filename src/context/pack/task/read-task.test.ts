import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTask } from './read-task.ts'

describe('a task', () => {
  it('is taken apart into what is said, what is shown and what failed', () => {
    const { parts, frames, links } = readTask(
      [
        'Basket.total drops the last item',
        '',
        '### Steps to reproduce',
        'Call `total()` twice. See https://example.org/o/r/blob/main/src/basket.py#L10-L12 for where.',
        '```python',
        'basket.total()',
        '```',
        'Traceback (most recent call last):',
        '  File "/home/me/app/run.py", line 3, in main',
        '    basket.total()',
        '  File "/site-packages/shop/basket.py", line 12, in total',
        '    return self.sum()',
        'ValueError: no items',
        '',
        '- [ ] I have searched',
      ].join('\n'),
    )
    expect(parts).toMatchObject({
      title: 'Basket.total drops the last item',
      inline: 'total()',
      block: 'basket.total()',
    })
    expect(parts.prose).not.toMatch(/Steps|searched|https/)
    expect(parts.error).toContain('ValueError: no items')
    expect(frames).toEqual([
      { path: '/site-packages/shop/basket.py', line: 12, name: 'total' },
      { path: '/home/me/app/run.py', line: 3, name: 'main' },
    ])
    expect(links).toEqual([{ path: 'src/basket.py', lines: [10, 12] }])
  })

  it('says nothing by its pictures, nor by what every issue of a project has', () => {
    const { parts, links } = readTask(
      [
        'The basket is empty',
        '![Screenshot of a phone](https://example.org/phone.png)',
        '<img width="352" alt="Screenshot of a desk" src="https://example.org/desk.png">',
        '<details><summary>More</summary>',
        '- [x] Checkout',
        '- [ ] Search',
        '- [X] I agree to the [rules](https://example.org/o/r/blob/main/RULES.md)',
      ].join('\n'),
    )
    expect(parts.prose.match(/\w+/g)).toEqual(['More', 'x', 'Checkout'])
    expect(links).toEqual([])
  })

  it.each([
    [
      '    at Basket.total (/app/src/basket.ts:12:5)',
      { path: '/app/src/basket.ts', line: 12, name: 'Basket.total' },
    ],
    ['    at async file:///app/src/run.mjs:3:1', { path: '/app/src/run.mjs', line: 3, name: null }],
    ['\tat org.shop.Basket.total(Basket.java:12)', { path: 'Basket.java', line: 12, name: 'total' }],
    ['  src/basket.rs:12:5', { path: 'src/basket.rs', line: 12, name: null }],
    ['\t/go/shop/basket.go:12 +0x1d', { path: '/go/shop/basket.go', line: 12, name: null }],
    ["    from lib/basket.rb:12:in `total'", { path: 'lib/basket.rb', line: 12, name: 'total' }],
    ['    at new Basket (/app/src/basket.js:12:5)', { path: '/app/src/basket.js', line: 12, name: 'Basket' }],
    [
      '    at IncomingMessage.get [as host] (C:\\app\\lib\\request.js:12:5)',
      { path: 'C:/app/lib/request.js', line: 12, name: 'IncomingMessage.get' },
    ],
    [
      '    at Page (webpack-internal:///(rsc)/./src/app/(shop)/page.tsx:12:5)',
      { path: 'webpack-internal:///(rsc)/./src/app/(shop)/page.tsx', line: 12, name: 'Page' },
    ],
    [
      '    at setup (http://localhost:5173/src/basket.vue?t=17:12:5)',
      { path: '/src/basket.vue', line: 12, name: 'setup' },
    ],
    ['setup@http://localhost:5173/src/basket.ts:12:5', { path: '/src/basket.ts', line: 12, name: 'setup' }],
    ['\tat app//org.shop.Basket.total(Basket.java:12)', { path: 'Basket.java', line: 12, name: 'total' }],
    [
      '\tat java.base@17/java.util.List.lambda$of$0(List.java:12)',
      { path: 'List.java', line: 12, name: 'lambda$of$0' },
    ],
    [
      '\tat shop.BasketTest.drops no item(BasketTest.kt:12)',
      { path: 'BasketTest.kt', line: 12, name: 'drops no item' },
    ],
    [
      '   at Shop.Basket.Total(String rate, Int32 n) in C:\\my shop\\src\\Basket.cs:line 12',
      { path: 'C:/my shop/src/Basket.cs', line: 12, name: 'Shop.Basket.Total' },
    ],
    [
      '   at Shop.Basket.<>c.<Total>b__0() in /_/src/Basket.cs:line 12',
      { path: '/_/src/Basket.cs', line: 12, name: 'Shop.Basket.<>c.<Total>b__0' },
    ],
    ["thread 'main' panicked at src/basket.rs:12:5:", { path: 'src/basket.rs', line: 12, name: null }],
    [
      "thread 'main' panicked at 'no items', src/basket.rs:12:5",
      { path: 'src/basket.rs', line: 12, name: null },
    ],
    ['\tC:/go/shop/basket.go:12 +0x1d', { path: 'C:/go/shop/basket.go', line: 12, name: null }],
    ["\tfrom C:/shop/basket.rb:12:in `total'", { path: 'C:/shop/basket.rb', line: 12, name: 'total' }],
    ['     # ./spec/basket_spec.rb:12:in `total', { path: './spec/basket_spec.rb', line: 12, name: null }],
    ['#1 C:\\www\\src\\Basket.php(12): total()', { path: 'C:/www/src/Basket.php', line: 12, name: null }],
    ['  thrown in /www/src/Basket.php on line 12', { path: '/www/src/Basket.php', line: 12, name: null }],
    [
      '    #1 0x55e in total(int) /build/src/basket.cc:12:9',
      { path: '/build/src/basket.cc', line: 12, name: null },
    ],
    ['#3  0x0000 in total (n=0x0) at src/basket.c:12', { path: 'src/basket.c', line: 12, name: null }],
    [
      '    (shop 0.1.0) lib/shop/basket.ex:12: Shop.Basket.total/1',
      { path: 'lib/shop/basket.ex', line: 12, name: 'Shop.Basket.total' },
    ],
    ["\tsrc/basket.lua:12: in function 'total'", { path: 'src/basket.lua', line: 12, name: 'total' }],
  ])('has the place that a trace names: %s', (line, frame) => {
    expect(readTask(`It fails\n\n\`\`\`\n${line}\n\`\`\`\n`).frames).toEqual([frame])
  })

  it.each([
    ['   at Shop.Basket.Total() in /src/Basket.cs:line 12', '/src/Basket.cs'],
    ['             at ./src/basket.rs:12:5', './src/basket.rs'],
    ['#0 /www/src/Basket.php(12): total()', '/www/src/Basket.php'],
  ])('needs no fence around a trace: %s', (line, path) => {
    const { frames, parts } = readTask(`It fails\n\nThis is what I see:\n${line}\n\nWhy?\n`)
    expect(frames.map((frame) => frame.path)).toEqual([path])
    expect(parts.prose).toMatch(/see:[\s\S]*Why/)
    expect(parts.prose).not.toContain('asket')
  })

  it('names files as Windows does, and is understood', () => {
    const { parts } = readTask('See src\\shop\\basket.py and C:\\app\\x.js, not Shop\\Basket\\Total\n\\n.py')
    expect(parts.title).toBe('See src/shop/basket.py and C:/app/x.js, not Shop\\Basket\\Total')
  })

  it('is read in time, whatever it says', () => {
    const piece = fc.constantFrom(
      '`',
      '```',
      '<!--',
      '-->',
      '\n',
      '    ',
      'a/b.c',
      '(',
      '.',
      ':1',
      'at ',
      'File "',
      '#1 0x1 in ',
      ' in ',
      '\\',
      'x@',
      'x'.repeat(500),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 3000 }), (pieces) => {
        const begun = performance.now()
        readTask(pieces.join(''))
        expect(performance.now() - begun).toBeLessThan(500)
      }),
      { numRuns: 60 },
    )
  })
})
