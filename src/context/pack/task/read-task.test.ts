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
  ])('has the place that a trace names: %s', (line, frame) => {
    expect(readTask(`It fails\n\n\`\`\`\n${line}\n\`\`\`\n`).frames).toEqual([frame])
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
