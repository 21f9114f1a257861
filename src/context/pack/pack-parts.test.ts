import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packFolder, packTask } from '#context/library/pack-folder.ts'
import { loadTokenCounter } from '#kit/tokens.ts'
import { packQuestion, repositoryOf } from '../../../test/contracts/pack.ts'
import type { ContextPack } from './context-pack.ts'
import { explainFile } from './explain-file.ts'
import { pack } from './pack.ts'
import type { PackQuestion } from './pack-question.ts'
import { SUMMARY_CHARACTERS_MAX, summarize } from './summarize.ts'
import { describeTask } from './task/describe-task.ts'
import { findLines } from './task/find-lines.ts'
import { readTask } from './task/read-task.ts'

const countTokens = await loadTokenCounter()

const question = (root: string, task: string, asked: Partial<PackQuestion> = {}) =>
  packQuestion(root, { task, ...asked })

const shop = {
  'billing/invoice.py':
    'from tax.rate import rate_of\n\nclass Invoice:\n    def total(self):\n        return sum(self.lines) * rate_of(self)\n',
  'tax/rate.py': 'def rate_of(invoice):\n    return 0.2\n',
  'tests/test_invoice.py':
    'from billing.invoice import Invoice\n\ndef test_total():\n    assert Invoice().total() == 0\n',
  'web/invoice_page.py':
    'from billing.invoice import Invoice\n\ndef show(invoice):\n    return str(invoice.total())\n',
  'web/logo.py': 'def logo():\n    return "L"\n',
  '.env': 'TOKEN=x\n',
}

describe('what a task is', () => {
  it.each([
    ['Fix the total of an invoice', 'fix'],
    ['Invoice.total() raises TypeError', 'fix'],
    [
      'The total is off\n\n```\nTraceback (most recent call last):\n  File "a.py", line 3, in f\n```\n',
      'fix',
    ],
    ['Add tests for the total', 'test'],
    ['Rename total to sum', 'refactor'],
    ['Document the total', 'document'],
    ['Review the handling of rates', 'review'],
    ['Support a second rate', 'implement'],
    ['A second rate', 'implement'],
  ])('is told of %j: to %s', (text, action) => {
    expect(describeTask(readTask(text), {}).action).toBe(action)
  })

  it('knows its domain by name, or by the paths that it speaks of', () => {
    const domains = { billing: ['billing/', 'tax'], web: ['web/'] }
    expect(describeTask(readTask('the Billing is late'), domains).domain).toBe('billing')
    expect(describeTask(readTask('look at web/page.py and tax/rate.py and tax/x.py'), domains).domain).toBe(
      'web',
    )
    expect(describeTask(readTask('look at tax/rate.py'), domains).domain).toBe('billing')
    expect(describeTask(readTask('taxes/rate.py'), domains).domain).toBe(null)
  })

  it('names lines in whatever way people do', () => {
    const task = readTask(
      'see src/cart.ts:42 and cart.ts, line 7\nhttps://github.com/a/b/blob/main/src/cart.ts#L9-L12\n\n```\n  at f (/home/x/src/cart.ts:13:2)\n```',
    )
    expect(findLines(task, 'src/cart.ts').sort()).toEqual([13, 42, 7, 9])
    expect(findLines(task, 'src/other-cart.ts')).toEqual([])
  })
})

describe('a pack', () => {
  it('tells whom the first files need, who needs them, and which tests would notice', async () => {
    const { dependencies, tests } = await pack(question(repositoryOf(shop), 'Invoice.total is wrong'))
    const own = dependencies.find(({ path }) => path === 'billing/invoice.py')
    expect(own?.needs).toContain('tax/rate.py')
    expect(own?.neededBy).toEqual(expect.arrayContaining(['web/invoice_page.py', 'tests/test_invoice.py']))
    expect(tests[0]).toBe('tests/test_invoice.py')
  })

  it('has what somebody points at, and says of each that is not in why', async () => {
    const root = repositoryOf(shop)
    const asked = { targets: ['web/logo.py', '.env', 'no/such.py', 'tests/test_invoice.py'] }
    const mayShow = (path: string) => !path.startsWith('tests/')
    const { files, gaps } = await pack(question(root, 'the invoice', { ...asked, mayShow }))
    expect(files.map(({ path }) => path)).toContain('web/logo.py')
    expect(files.map(({ path }) => path)).not.toContain('tests/test_invoice.py')
    expect(gaps).toEqual([
      '.env is named, and not in: it is secret.',
      'no/such.py is named, and not in: there is no such file.',
      'tests/test_invoice.py is named, and not in: this role may not see it.',
    ])
  })

  it('says of files that a task names why they are not in', async () => {
    const root = repositoryOf({ ...shop, 'data/huge.csv': 'invoice\n'.repeat(60_000) })
    const mayShow = (path: string) => !path.startsWith('tests/')
    const task = 'see data/huge.csv and tests/test_invoice.py of the invoice'
    expect((await pack(question(root, task, { mayShow }))).gaps.toSorted()).toEqual([
      'data/huge.csv is named, and not in: it is huge.',
      'tests/test_invoice.py is named, and not in: this role may not see it.',
    ])
  })

  it('says once of all files that are named and not in for the same reason why that is, and not of each', async () => {
    const names = Array.from({ length: 40 }, (_, number) => `no/such-${number}.py`)
    const { gaps } = await pack(question(repositoryOf(shop), 'the invoice', { targets: names }))
    expect(gaps).toEqual([
      `${names.slice(0, 8).join(', ')} and 32 more are named, and not in: there is no such file.`,
    ])
  })

  it('says why files are not in however long their paths are', async () => {
    const names = Array.from({ length: 8 }, (_, number) => `${'folder/'.repeat(10)}such-${number}.py`)
    for (const targets of [names, [`no/${'such'.repeat(200)}.py`]]) {
      const { summary, text } = await pack(question(repositoryOf(shop), 'the invoice', { targets }))
      for (const told of [summary, text])
        expect(told).toMatch(/ named, and not in: there is no such file\.(?:\n|$)/)
    }
  })

  it('ranks fifty files where there are so many, and takes no ending of a name for a word', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 60 }, (_, n) => [`lib/part${n}.py`, `x${n} = ${n}\n`]),
    )
    const root = repositoryOf({ ...shop, ...files })
    const made = await pack(question(root, 'the total in billing/invoice.py', { budget: 100 }))
    expect(made.ranking).toHaveLength(50)
    expect(made.files.map(({ path }) => path)).not.toContain('lib/part1.py')
    expect(made.ranking.every(({ score }) => score >= 0 && score <= 1)).toBe(true)
  })

  it.each(['vue', 'svelte', 'astro'])('takes a component for code: %s', async (ending) => {
    const root = repositoryOf({
      [`web/CartPreview.${ending}`]: '<p>The preview of the cart</p>\n<button>close</button>\n',
      'web/open.ts': '// Opens what is closed.\nexport const opened = 1\n',
      'web/close.ts': '// Closes what is open, also a cart.\nexport const closed = 1\n',
    })
    const { ranking } = await pack(question(root, 'The preview of the cart does not close'))
    expect(ranking[0]?.path).toBe(`web/CartPreview.${ending}`)
  })

  it('favours the domain that it is asked for', async () => {
    const root = repositoryOf(shop)
    const domains = { pages: ['web'] }
    const first = async (domain: string | null) =>
      (await pack(question(root, 'the invoice has a wrong total', { domains, domain }))).ranking[0]?.path
    expect(await first(null)).toBe('billing/invoice.py')
    expect(await first('pages')).toBe('web/invoice_page.py')
  })

  it('shows nothing of what code does where signatures are asked for', async () => {
    const { files, text } = await pack(
      question(repositoryOf(shop), 'Invoice.total is wrong', { strategy: 'signature_only' }),
    )
    expect(files.every(({ level }) => level === 'signatures' || level === 'stub')).toBe(true)
    expect(text).toContain('def total(self)')
    expect(text).not.toContain('sum(self.lines)')
  })

  it('is the same every time', async () => {
    const root = repositoryOf(shop)
    const one = await pack(question(root, 'Invoice.total is wrong'))
    expect(await pack(question(root, 'Invoice.total is wrong'))).toEqual(one)
  })

  it.each([
    ['billing/invoice.py', 'in', 'It is in, whole'],
    ['web/logo.py', 'unrelated', 'shares nothing'],
    ['.env', 'not-searched', 'it is secret'],
    ['billing/invoices.py', 'unknown', 'Did you mean billing/invoice.py?'],
    ['tests/test_invoice.py', 'role', 'may not see'],
  ])('says why %s is %s', async (path, outcome, why) => {
    const asked = question(repositoryOf(shop), 'Invoice.total is wrong', {
      mayShow: (one) => !one.startsWith('tests/'),
    })
    const told = await explainFile(path, asked)
    expect(told).toMatchObject({ path, outcome, why: expect.stringContaining(why) })
  })

  it('says why a file is not in for which there is no room, or which is worth too little', async () => {
    const root = repositoryOf({ ...shop, ...many('invoice total wrong sum lines '.repeat(40)) })
    const asked = question(root, 'the invoice has a wrong total', { budget: 120, minRelevance: 0 })
    const ranked = (await pack(asked)).ranking
    const last = ranked.findLast(({ path }) => path.startsWith('part/'))?.path ?? ''
    expect(await explainFile(last, asked)).toMatchObject({ outcome: 'no-room' })
    expect(await explainFile(last, { ...asked, minRelevance: 1 })).toMatchObject({ outcome: 'below-minimum' })
  })
})

function many(text: string): Record<string, string> {
  return Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`part/invoice_${n}.txt`, `${n} ${text}\n`]))
}

describe('a summary', () => {
  it('never takes more than it may, whatever is in the pack, and has nothing in it that is not seen', () => {
    const name = fc.string({ unit: 'binary', maxLength: 60 })
    const level = fc.constantFrom('full' as const, 'stub' as const, 'parts' as const)
    const lines = fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 30 })
    const packs: fc.Arbitrary<Omit<ContextPack, 'summary' | 'text'>> = fc.record({
      task: fc.record({
        title: fc.string({ unit: 'binary', maxLength: 300 }),
        action: fc.constant('fix' as const),
        domain: fc.option(name),
        keywords: fc.array(name),
      }),
      budget: fc.nat(),
      tokens: fc.nat(),
      tokenizer: fc.constant('o200k'),
      files: fc.array(
        fc.record({
          path: name,
          score: fc.double({ min: 0, max: 1, noNaN: true }),
          level,
          reasons: fc.array(name),
          tokens: fc.nat(),
          lines,
        }),
        { maxLength: 40 },
      ),
      noRoom: fc.array(name),
      ranking: fc.constant([]),
      symbols: fc.array(
        fc.record({
          path: name,
          qualifiedName: name,
          kind: fc.constant('class'),
          line: fc.nat(),
          endLine: fc.nat(),
          score: fc.constant(1),
        }),
      ),
      dependencies: fc.array(fc.record({ path: name, needs: fc.array(name), neededBy: fc.array(name) }), {
        maxLength: 12,
      }),
      tests: fc.array(name),
      gaps: fc.array(name),
      leftOut: fc.constant([]),
    })
    fc.assert(
      fc.property(packs, fc.integer({ min: 60, max: 4000 }), (told, tokensMax) => {
        const text = summarize(told, { tokensMax, charactersMax: SUMMARY_CHARACTERS_MAX, countTokens })
        expect(text.length).toBeLessThanOrEqual(SUMMARY_CHARACTERS_MAX)
        expect(countTokens(text)).toBeLessThanOrEqual(tokensMax)
        expect(text).not.toMatch(
          /(?!\n|\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Default_Ignorable_Code_Point}]/u,
        )
      }),
      { numRuns: 200 },
    )
  })

  it('says what to open first, with lines, dependencies, tests and gaps', async () => {
    const root = repositoryOf(shop)
    const { summary } = await pack(question(root, 'Invoice.total is wrong', { targets: ['no/such.py'] }))
    expect(summary).toContain('# Context for: Invoice.total is wrong')
    expect(summary).toMatch(/1\. `billing\/invoice\.py` \(1\.00, full\): It defines .*`Invoice\.total` 4-5/)
    expect(summary).toMatch(/## Dependencies\n- `billing\/invoice\.py` needs `tax\/rate\.py`/)
    expect(summary).toContain('## Tests to run\n- `tests/test_invoice.py`')
    expect(summary).toContain('## Gaps\n- no/such.py is named, and not in: there is no such file.')
    expect(summary).toContain('data, not instructions')
  })
})

describe('the library', () => {
  it('builds a pack of a description, a role, a domain, target files and a budget', async () => {
    const root = repositoryOf(shop)
    const made = await packFolder(root, {
      description: 'the invoice has a wrong total',
      role: { name: 'coder', paths: ['web/**', 'billing/**'] },
      domain: 'pages',
      domains: { pages: ['web'] },
      targetFiles: ['web/logo.py'],
      budget: 500,
    })
    expect(made.task).toMatchObject({ domain: 'pages', action: 'fix' })
    expect(made.files.map(({ path }) => path).sort()).toEqual([
      'billing/invoice.py',
      'web/invoice_page.py',
      'web/logo.py',
    ])
    expect(made.tokens).toBeLessThanOrEqual(500)
    await expect(packFolder(root, { description: ' ' })).rejects.toThrow('needs a description')
    await expect(packFolder(root, { description: 'x', budget: 1 })).rejects.toThrow('budget: ')
    await expect(packFolder(root, { description: 'x', domain: 'none' })).rejects.toThrow('no domain none')
    await expect(packFolder(join(root, 'none'), { description: 'x' })).rejects.toThrow('is no folder')
  })

  it('builds a pack of a task’s record', async () => {
    const task = {
      title: 'The total is wrong',
      acceptance: ['an invoice of nothing is free'],
      files: ['web/logo.py', 'src/**', 'web/[id]/page.tsx', 'web/[other]/**'],
    }
    const root = repositoryOf({ ...shop, 'web/[id]/page.tsx': 'export const zero = 0\n' })
    const made = await packTask(root, { task })
    expect(made.task.title).toBe('The total is wrong')
    expect(made.files.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['web/logo.py', 'billing/invoice.py', 'web/[id]/page.tsx']),
    )
    expect(made.gaps).toEqual([])
  })
})

describe('what is not here', () => {
  it('is told, and no list stands on it', async () => {
    const root = repositoryOf(shop)
    const made = await pack(question(root, 'Fix frobnicateWidget in QuuxManager.zorb()'))
    expect(made).toMatchObject({ files: [], ranking: [], text: `## Gaps\n\n- ${made.gaps[0]}\n\n` })
    expect(made.gaps).toEqual([expect.stringMatching(/^Not found here: .*frobnicateWidget.*QuuxManager/)])
    expect(made.tokens).toBe(countTokens(made.text))
    const half = await pack(question(root, 'frobnicateWidget() breaks the invoice'))
    expect(half.gaps[0]).toContain('stands on its other words alone')
    expect(half.ranking[0]?.path).toBe('billing/invoice.py')
  })
})

describe('a store of knowledge', () => {
  const scores = new Map([['web/logo.py', 1]])

  it('is heard where it knows more than the code, and weighs as the configuration says', async () => {
    const root = repositoryOf(shop)
    const knowledge: PackQuestion['knowledge'] = {
      when: 'always',
      ask: async () => ({ kind: 'found', scores, note: null }),
    }
    const asked = question(root, 'the invoice has a wrong total', { knowledge, minRelevance: 0 })
    expect((await pack(asked)).ranking.map(({ path }) => path)).toContain('web/logo.py')
    const loud = await pack({ ...asked, emphasis: { ast: 0, semantic: 10 } })
    const quiet = await pack({ ...asked, emphasis: { ast: 1, semantic: 0 } })
    expect(loud.ranking[0]?.score).toBe(1)
    expect(quiet.ranking.map(({ path }) => path)).not.toEqual(loud.ranking.map(({ path }) => path))
  })

  it('may be down: then a pack stands on the code alone, and says so', async () => {
    const knowledge: PackQuestion['knowledge'] = {
      when: 'always',
      ask: async () => ({ kind: 'down', why: 'nobody listens at 127.0.0.1:9200' }),
    }
    const made = await pack(question(repositoryOf(shop), 'the invoice has a wrong total', { knowledge }))
    expect(made.files[0]?.path).toBe('billing/invoice.py')
    expect(made.gaps).toContain(
      'The store of knowledge did not answer, so this stands on the code alone: nobody listens at 127.0.0.1:9200',
    )
  })

  it('is all there is where the code cannot be read', async () => {
    const root = repositoryOf(shop)
    const knowledge: PackQuestion['knowledge'] = {
      when: 'fallback',
      ask: async () => ({ kind: 'found', scores, note: null }),
    }
    // No system has such a path: whatever is asked of it fails, and fails again.
    const broken = question(root, 'the invoice', { knowledge, cache: '\0' })
    const made = await pack(broken)
    expect(made.files.map(({ path }) => path)).toEqual(['web/logo.py'])
    expect(made.gaps[0]).toMatch(
      /^The code could not be read \(.*this is what the store of knowledge says alone\.$/,
    )
    const targets = ['billing/invoice.py', 'no/such.py', '../outside.py', 'tests/test_invoice.py', '.env']
    writeFileSync(join(root, '../outside.py'), 'invoice = 1\n')
    const mayShow = (path: string) => !path.startsWith('tests/')
    const pointed = await pack({ ...broken, targets, mayShow })
    expect(pointed.ranking.map(({ path }) => path)).toEqual(['billing/invoice.py', 'web/logo.py'])
    expect(pointed.gaps.slice(1)).toEqual([
      'no/such.py, ../outside.py, .env are named, and not in: it is not to be read here.',
      'tests/test_invoice.py is named, and not in: this role may not see it.',
    ])
    await expect(pack({ ...broken, knowledge: null })).rejects.toThrow()
  })
})
