import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Framework, TestResult } from '#loop/verify/frameworks/contract.ts'
import { type Fixture, fixturesOf } from '../frameworks/fixtures.ts'
import { CASES, casesOf, type Expected, inOrder, ofReport, type Proof, seenAs } from '../frameworks/proof.ts'

/** What holds for every test framework, on what the real one was recorded to say. */
export function proveFramework(proof: Proof, others: readonly Framework[]): void {
  const { framework, cases } = proof
  const fixtures = new Map(fixturesOf(proof).map((fixture) => [fixture.name, fixture]))
  const recorded = (name: string): Fixture => {
    const fixture = fixtures.get(name)
    if (fixture === undefined)
      throw new Error(`Record it: \`npm run test:frameworks -- ${proof.name} --write\``)
    return fixture
  }

  describe(`${framework.name} ${proof.source.version}`, () => {
    it('has every case, or says why there is none', () => {
      for (const name of CASES) expect(cases[name], name).not.toBe('')
      expect([...fixtures.keys()].sort()).toEqual(
        casesOf(proof)
          .map(([name]) => name)
          .sort(),
      )
    })

    it.each(casesOf(proof))('%s: text and report are read as they are, and tell the same', (name, one) => {
      const { clean, report } = recorded(name)
      const printed = framework.parse(clean)
      expect(seenAs(printed, one.text)).toEqual(inOrder(one.text))
      const read = report === null ? null : (framework.report?.read(report, clean) ?? null)
      if (framework.report !== null) expect(seenAs(read, ofReport(one))).toEqual(inOrder(ofReport(one)))
      if (printed !== null && read !== null) expect(read.counts).toEqual(printed.counts)
    })

    const readingOf = (name: string): TestResult | null => {
      const { clean, report } = recorded(name)
      return (report === null ? null : framework.report?.read(report, clean)) ?? framework.parse(clean)
    }

    it.each(casesOf(proof))('%s: the tests that ran are named, each once', (name) => {
      const read = readingOf(name)
      if (read?.ran === undefined) return
      const { counts, failing, ran } = read
      expect(new Set(ran).size).toBe(ran.length)
      expect(ran.length).toBeLessThanOrEqual(counts.passed + counts.failed + counts.skipped)
      const least = proof.nameless === undefined ? counts.passed + counts.failed - failing.length : 0
      expect(ran.length).toBeGreaterThanOrEqual(least)
    })

    it('names every test that ran, whatever came of it, and in the next run by the same names', () => {
      if (proof.nameless !== undefined) return
      for (const name of ['pass', 'fail', 'unicode'].filter((one) => fixtures.has(one))) {
        const { ran = [], counts = { passed: 0, failed: 1 } } = readingOf(name) ?? {}
        expect(ran.length, name).toBe(counts.passed + counts.failed)
      }
      const [once, again] = [cases.fail, cases.colour]
      if (typeof once === 'string' || typeof again === 'string' || once.files !== again.files) return
      expect(readingOf('colour')?.ran?.toSorted()).toEqual(readingOf('fail')?.ran?.toSorted())
    })

    it('speaks so that no other framework is heard', () => {
      const heard = [...fixtures.values()].flatMap((fixture) => heardBy({ proof, fixture, others }))
      expect(heard).toEqual([])
    })

    // Without its colours a text is one that was cut already.
    const plain = casesOf(proof).filter(([name]) => name !== 'colour')
    it.each(plain)('%s: what was cut off is never taken for a pass', (name, one) => {
      const { clean, report } = recorded(name)
      expectWhole(passesAmong(cutsOf(clean), framework.parse), one.text)
      const read = (text: string) => framework.report?.read(text, clean) ?? null
      expectWhole(passesAmong(cutsOf(report ?? ''), read), ofReport(one))
    })

    it('never takes a red run for a green one because lines came in another order, or others between them', () => {
      const red = casesOf(proof).filter(([, one]) => isRed(one.text))
      if (red.length === 0) return
      const texts = red.map(([name]) => recorded(name).clean.split('\n'))
      fc.assert(
        fc.property(
          fc.constantFrom(...texts),
          fc.infiniteStream(fc.nat()),
          NOISE,
          (lines, numbers, noise) => {
            const shuffled = lines
              .map((line) => ({ line, at: numbers.next().value ?? 0 }))
              .sort((one, other) => one.at - other.at)
              .map(({ line }) => line)
            const mixed = lines.flatMap((line, place) => {
              const between = noise[(numbers.next().value ?? 0) % (noise.length * 4)]
              return between === undefined || place === 0 ? [line] : [between, line]
            })
            for (const text of [shuffled.join('\n'), mixed.join('\n')])
              expect(isPass(framework.parse(text)), text).toBe(false)
          },
        ),
        { numRuns: 60 },
      )
    })

    it('has something to say of any text, and be it null', () => {
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
          const text = Buffer.from(bytes).toString()
          expect(framework.parse(text)).toBeNull()
          expect(framework.report?.read(text, text) ?? null).toBeNull()
        }),
      )
    })
  })
}

type Heard = { readonly proof: Proof; readonly fixture: Fixture; readonly others: readonly Framework[] }

/** Who else understands what a framework said, but for those that speak the same language. */
function heardBy({ proof, fixture: { name, clean, report }, others }: Heard): string[] {
  const { alsoReadBy = [], reportAlsoReadBy = [] } = proof
  const ofText = others.filter((other) => !alsoReadBy.includes(other.name) && other.parse(clean) !== null)
  const ofReport = others.filter(
    (other) =>
      report !== null &&
      !reportAlsoReadBy.includes(other.name) &&
      (other.report?.read(report, '') ?? null) !== null,
  )
  return [...ofText, ...ofReport].map((other) => `${name}: ${other.name}`)
}

/** Lines of programs that are no framework. */
const NOISE = fc.array(
  fc.constantFrom(
    '',
    'GET / 200',
    '    at Object.<anonymous> (index.js:1:1)',
    'warning: deprecated',
    '3 passed the exam',
    '…',
  ),
  { minLength: 1, maxLength: 6 },
)

/** From the front and from the back, at every end of a line and at some places between. */
function cutsOf(text: string): string[] {
  const places = new Set<number>()
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) places.add(at + 1)
  const step = Math.max(1, Math.floor(text.length / CUTS))
  for (let at = 0; at < text.length; at += step) places.add(at)
  return [...places].flatMap((at) => [text.slice(0, at), text.slice(at)]).filter((cut) => cut !== text)
}

const CUTS = 50

function passesAmong(texts: readonly string[], parse: (text: string) => TestResult | null) {
  return texts.map((cut) => ({ cut, read: parse(cut) })).filter(({ read }) => isPass(read))
}

/** What is left of a good run is either all that it said of its tests, or nothing; of another nothing. */
function expectWhole(passes: ReturnType<typeof passesAmong>, expected: Expected | null): void {
  const good = isRed(expected) ? null : inOrder(expected)
  for (const { cut, read } of passes) expect(seenAs(read, null), `cut to:\n${cut}`).toEqual(good)
}

function isRed(expected: Expected | null): boolean {
  return expected === null || expected.counts[1] > 0
}

function isPass(result: TestResult | null): boolean {
  return result !== null && result.counts.failed === 0 && result.counts.passed > 0
}
