import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { liftSection, placeSection } from './place-section.ts'
import { findRegion, renderRegion } from './region.ts'

const v1 = { version: 1, content: 'Facts about this repository — one page.\n\n- first\n- second' }
const v2 = { version: 2, content: 'Newer facts.' }
const region = Buffer.from(renderRegion(v1, '\n'), 'latin1').toString()
const BOM = Buffer.from([0xef, 0xbb, 0xbf])

/** Lines a person, a tool or an accident could have left in an instruction file. */
const line = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.string({ maxLength: 40, unit: 'binary' }).map((text) => text.replaceAll(/[\r\n\0]/g, ' ')),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom('', '# Title', '- item', '  indented', '    code', '@AGENTS.md', '> quote'),
  },
  { weight: 2, arbitrary: fc.constantFrom('```', '```md', '~~~', '````', '   ```', '```` not a fence `') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '<pre>',
      '</pre>',
      '<PRE class="x">',
      '<pre>one</pre>',
      'a </pre>',
      '<!--',
      '-->',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '<!-- BEGIN KEEL MANAGED SECTION v1 -->',
      '<!-- BEGIN KEEL MANAGED SECTION v9 -->',
      '<!-- END KEEL MANAGED SECTION -->',
      '  <!-- END KEEL MANAGED SECTION -->  ',
      '    <!-- BEGIN KEEL MANAGED SECTION v1 -->',
      'see <!-- BEGIN KEEL MANAGED SECTION v1 --> here',
      '<!-- BEGIN OTHER MANAGED SECTION v1 -->',
      '<!-- sha256:00 -->',
    ),
  },
  { weight: 1, arbitrary: fc.constant(region) },
  { weight: 1, arbitrary: fc.constant(region.replace('Facts', 'Edited facts')) },
)
/** Neither a marker nor an edge of code, either of which would change what the section above it means. */
const plainLine = line.filter((text) => !text.includes('KEEL') && !/^ {0,3}(```|~~~)|<\/?pre/i.test(text))
const ending = fc.constantFrom('\n', '\r\n', '\n', '\r')
const raw = fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes.filter((byte) => byte !== 0)))
const file = fc
  .tuple(
    fc.boolean(),
    fc.array(fc.tuple(line, ending), { maxLength: 14 }),
    fc.oneof(fc.constant(Buffer.alloc(0)), raw),
  )
  .map(([bom, lines, tail]) =>
    Buffer.concat([
      bom ? BOM : Buffer.alloc(0),
      Buffer.from(lines.map(([text, eol]) => text + eol).join('')),
      tail,
    ]),
  )

describe('whatever the file', () => {
  it('placing twice is the same as placing once', () => {
    fc.assert(
      fc.property(file, (before) => {
        const once = placeSection(before, v1)
        if (once.kind === 'conflict' || once.kind === 'unchanged') return
        expect(placeSection(once.after, v1).kind).toBe('unchanged')
      }),
      { numRuns: 30_000 },
    )
  })

  it('bytes outside a well-formed region stay as they are', () => {
    fc.assert(
      fc.property(file, (before) => {
        const placed = placeSection(before, v2)
        if (placed.kind === 'conflict' || placed.kind === 'unchanged') return
        const old = findRegion(before.toString('latin1'))
        const fresh = findRegion(placed.after.toString('latin1'))
        if (fresh.kind !== 'present') throw new Error('the section that was just placed cannot be found')
        const after = placed.after.toString('latin1')
        const text = before.toString('latin1')
        const above = after.slice(0, fresh.region.start)
        const below = after.slice(fresh.region.end)
        if (old.kind === 'present') {
          expect(above).toBe(text.slice(0, old.region.start))
          expect(below).toBe(text.slice(old.region.end))
        } else {
          expect(above.slice(0, text.length)).toBe(text)
          expect(above.slice(text.length)).toMatch(/^(\r?\n){0,2}$/)
          expect(below).toMatch(/^(\r?\n)?$/)
        }
      }),
      { numRuns: 30_000 },
    )
  })

  it('lifting what was placed gives the file back, byte for byte', () => {
    fc.assert(
      fc.property(file, (before) => {
        const placed = placeSection(before, v1)
        if (placed.kind !== 'created') return
        const lifted = liftSection(placed.after)
        expect(lifted.kind).toBe('removed')
        if (lifted.kind === 'removed')
          expect(lifted.after?.toString('latin1')).toBe(before.toString('latin1'))
      }),
      { numRuns: 30_000 },
    )
  })

  it('text that a user adds below the section later survives lifting', () => {
    fc.assert(
      fc.property(file, plainLine, (before, added) => {
        const placed = placeSection(before, v1)
        const found = placed.kind === 'created' ? findRegion(placed.after.toString('latin1')) : null
        if (placed.kind !== 'created' || found?.kind !== 'present') return
        const endsWithBreak = placed.after.at(-1) === 0x0a
        const typed = Buffer.from(`${endsWithBreak ? '' : found.region.eol}${added}\n`)
        const lifted = liftSection(Buffer.concat([placed.after, typed]))
        if (lifted.kind !== 'removed' || lifted.after === null) throw new Error(`not lifted: ${lifted.kind}`)
        // Where nothing stood above, the line break that the user typed after END goes with END.
        const isBare = before.length === 0 || before.equals(BOM)
        const want = Buffer.concat([before, isBare ? Buffer.from(`${added}\n`) : typed])
        expect(lifted.after.toString('latin1')).toBe(want.toString('latin1'))
      }),
      { numRuns: 30_000 },
    )
  })

  it('an edit inside the markers comes out whole before it is replaced', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (edit) => {
        const text = `# Mine\n\n${region.replace('- first', () => `- first ${edit}`)}\n`
        const placed = placeSection(Buffer.from(text), v2)
        if (placed.kind !== 'updated' || edit.trim() === '') return
        const kept = placed.remarks.find((remark) => remark.kind === 'edited')
        expect(kept?.edit.toString()).toContain(edit)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('one defined outcome each', () => {
  const place = (text: string) => placeSection(Buffer.from(text), v1)

  it('a missing file is created with the section alone', () => {
    const placed = placeSection(null, v1)
    expect(placed.kind === 'created' && placed.after.toString()).toBe(`${region}\n`)
  })

  it('a file without markers gets the section appended once, after a blank line', () => {
    const placed = place('# Mine\n')
    expect(placed.kind === 'created' && placed.after.toString()).toBe(`# Mine\n\n${region}\n`)
  })

  it('the region has the documented shape', () => {
    expect(region.split('\n')).toEqual([
      '<!-- BEGIN KEEL MANAGED SECTION v1 -->',
      expect.stringMatching(/^<!-- sha256:[0-9a-f]{64} -->$/),
      '<!-- Do not edit this section. Run `keel update` to refresh. -->',
      '<!-- To customize keel, add your overrides OUTSIDE this section. -->',
      '',
      ...v1.content.split('\n'),
      '',
      '<!-- END KEEL MANAGED SECTION -->',
    ])
  })

  it('a changed template replaces the region in place', () => {
    const placed = placeSection(Buffer.from(`above\n${region}\nbelow`), v2)
    expect(placed.kind === 'updated' && placed.after.toString()).toBe(
      `above\n${renderRegion(v2, '\n')}\nbelow`,
    )
  })

  it.each([
    ['begin-without-end', `a\n<!-- BEGIN KEEL MANAGED SECTION v1 -->\nb\n`],
    ['end-without-begin', `a\n<!-- END KEEL MANAGED SECTION -->\nb\n`],
    ['duplicate', `${region}\n\n${region}\n`],
    ['nested', region.replace('- first', region)],
    ['begin-without-end', `${region}\n<!-- BEGIN KEEL MANAGED SECTION v1 -->`],
    ['end-without-begin', `<!-- END KEEL MANAGED SECTION -->\n${region}`],
  ])('%s is a conflict and changes nothing', (problem, text) => {
    const placed = place(text)
    expect(placed.kind === 'conflict' && placed.conflict.kind).toBe(problem)
    const lifted = liftSection(Buffer.from(text))
    expect(lifted.kind === 'conflict' && lifted.conflict.kind).toBe(problem)
  })

  it('markers quoted in a code fence are not keel’s', () => {
    const quoted = `Docs:\n\n\`\`\`md\n${region}\n\`\`\`\n`
    const placed = place(quoted)
    expect(placed.kind === 'created' && placed.after.toString()).toBe(`${quoted}\n${region}\n`)
    expect(placed.kind === 'created' && placed.remarks).toEqual([{ kind: 'quoted', lines: [4] }])
  })

  it('nothing is appended below a fence that is never closed', () => {
    expect(place('text\n```sh\nnpm test\n')).toEqual({
      kind: 'conflict',
      conflict: { kind: 'open-code', lines: [2] },
    })
  })

  it('markers quoted in a <pre> are not keel’s, and nothing is appended below one that is never closed', () => {
    const quoted = `<pre class="x">\n${region}\n</pre>\n`
    const placed = place(quoted)
    expect(placed.kind === 'created' && placed.after.toString()).toBe(`${quoted}\n${region}\n`)
    expect(place('text\n<pre>\n')).toMatchObject({ conflict: { kind: 'open-code', lines: [2] } })
    expect(place(`<pre>\n${region}\n`).kind).toBe('unchanged')
  })

  it('a <pre> that is never closed does not make a quotation below it keel’s', () => {
    expect(place(`<pre> is a tag\n\`\`\`\n${region}\n\`\`\`\n`)).toMatchObject({
      conflict: { kind: 'open-code', lines: [1] },
    })
  })

  it('a fence that is never closed does not hide a section that stands below it', () => {
    expect(place(`\`\`\`sh\nnpm test\n\n${region}\n`).kind).toBe('unchanged')
  })

  it('an indented marker is a quotation, as in a code block of a list', () => {
    const quoted = `- \`\`\`md\n${region.replaceAll(/^(?=.)/gm, '  ')}\n  \`\`\`\n`
    const placed = place(quoted)
    expect(placed.kind === 'created' && placed.after.toString()).toBe(`${quoted}\n${region}\n`)
  })

  it('a stray return at the end of a fence changes nothing about the fence', () => {
    const once = place('```\r\n<!-- BEGIN KEEL MANAGED SECTION v1 -->\r\n```\r')
    if (once.kind !== 'created') throw new Error(once.kind)
    expect(placeSection(once.after, v1).kind).toBe('unchanged')
    expect(liftSection(once.after)).toMatchObject({ kind: 'removed' })
  })

  it.each(['@AGENTS.md', '@AGENTS.md\n', '\n@./AGENTS.md\r\n'])(
    'a file that is one import of AGENTS.md stays so: %j',
    (shim) => {
      expect(place(shim)).toEqual({ kind: 'unchanged', remarks: [{ kind: 'imports-agents-file' }] })
    },
  )

  it('CRLF files get a CRLF section, and a section converted by git is not an edit', () => {
    const placed = place('one\r\ntwo\r\n')
    if (placed.kind !== 'created') throw new Error(placed.kind)
    expect(placed.after.toString().replaceAll('\r\n', '')).not.toContain('\n')
    const converted = Buffer.from(`mine\n\n${region}\n`.replaceAll('\n', '\r\n'))
    expect(placeSection(converted, v1)).toEqual({ kind: 'unchanged', remarks: [] })
    expect(liftSection(Buffer.from(`${region}\n`.replaceAll('\n', '\r\n')))).toMatchObject({
      kind: 'removed',
      after: null,
    })
  })

  it('a BOM stays first and is never doubled', () => {
    const placed = placeSection(Buffer.concat([BOM, Buffer.from('# Mine\n')]), v1)
    if (placed.kind !== 'created') throw new Error(placed.kind)
    expect(placed.after.subarray(0, 3).equals(BOM)).toBe(true)
    expect(placed.after.indexOf(BOM, 3)).toBe(-1)
  })

  it('invalid UTF-8 is kept and said', () => {
    const broken = Buffer.from([0x61, 0xff, 0xc3, 0x0a])
    const placed = placeSection(broken, v1)
    if (placed.kind !== 'created') throw new Error(placed.kind)
    expect(placed.after.subarray(0, 4).equals(broken)).toBe(true)
    expect(placed.remarks).toEqual([{ kind: 'invalid-utf-8' }])
  })

  it.each([
    ['utf-16', Buffer.from('\ufeff# Mine\n', 'utf16le')],
    ['binary', Buffer.from('a\0b')],
  ])('%s is a conflict', (kind, bytes) => {
    expect(placeSection(bytes, v1)).toEqual({ kind: 'conflict', conflict: { kind } })
  })

  it('a section of a newer keel is left alone', () => {
    const newer = renderRegion({ version: 7, content: 'from the future' }, '\n')
    expect(place(newer)).toEqual({ kind: 'unchanged', remarks: [{ kind: 'newer-version', version: 7 }] })
  })

  it('a file of nothing but quotations is gone through once', () => {
    const quoted = '```\n<!-- BEGIN KEEL MANAGED SECTION v1 -->\n```\n'.repeat(110_000)
    expect(place(quoted).kind).toBe('created')
  })

  it('content with odd line endings is not taken for an edit', () => {
    const odd = { version: 1, content: 'a\r\r\nb\r\nc' }
    const placed = placeSection(null, odd)
    if (placed.kind !== 'created') throw new Error(placed.kind)
    expect(findRegion(placed.after.toString('latin1'))).toMatchObject({ region: { edited: false } })
  })

  it('five megabytes pass through unharmed', () => {
    const big = Buffer.from('All work and no play makes a dull file.\n'.repeat(131_072))
    const placed = placeSection(big, v1)
    if (placed.kind !== 'created') throw new Error(placed.kind)
    expect(placed.after.subarray(0, big.length).equals(big)).toBe(true)
    const lifted = liftSection(placed.after)
    expect(lifted.kind === 'removed' && lifted.after?.equals(big)).toBe(true)
  })
})
