import { describe, expect, it } from 'vitest'
import { cleanOutput } from '#loop/verify/frameworks/clean-output.ts'
import { capture } from './capture.ts'
import { writeFixture } from './fixtures.ts'
import { obtain } from './obtain.ts'
import { casesOf, inOrder, ofReport, type Proof, seenAs } from './proof.ts'
import { proofs, QUICK_CASES, quickProofs } from './proofs.ts'
import { scrub } from './scrub.ts'

const wanted = process.env['KEEL_TEST_FRAMEWORKS']
const isQuick = wanted === 'quick'
const isRecording = process.env['KEEL_RECORD_FRAMEWORKS'] !== undefined

if (wanted === undefined) it.skip('real frameworks: `npm run test:frameworks` runs them', () => {})
else for (const proof of chosen(wanted)) prove(proof)

function chosen(names: string): readonly Proof[] {
  if (isQuick) return quickProofs
  const unknown = names
    .split(',')
    .filter((name) => name !== '' && !proofs.some((proof) => proof.name === name))
  if (unknown.length > 0)
    throw new Error(`Unknown: ${unknown}. Choose from ${proofs.map(({ name }) => name).join(', ')}.`)
  return names === '' ? proofs : proofs.filter(({ name }) => names.split(',').includes(name))
}

function prove(proof: Proof): void {
  const { name, source, framework } = proof
  const found = obtain(proof)
  if (found.kind === 'absent') {
    it.skip(`${name} ${source.version} cannot be had: ${found.reason}`, () => {})
    return
  }
  const { folder } = found
  const cases = casesOf(proof).filter(([title]) => !isQuick || QUICK_CASES.includes(title))
  describe(`${name} ${source.version} is read as it really speaks`, () => {
    it.each(cases)('%s', { timeout: 150_000 }, async (title, one) => {
      const { kind, exitCode, root, text, report } = await capture({ proof, one, folder })
      if (isRecording)
        writeFixture(proof, {
          name: title,
          text: scrub({ text, root, folder }),
          report: report === null ? null : scrub({ text: report, root, folder }),
        })
      expect(kind).toBe(one.timeoutMs === undefined ? 'exit' : 'timeout')
      const clean = cleanOutput(text, root)
      const read = report === null ? null : framework.report?.read(cleanOutput(report, root), clean)
      expect(seenAs(framework.parse(clean), one.text), `what is read of this text:\n${clean}`).toEqual(
        inOrder(one.text),
      )
      if (framework.report !== null)
        expect(seenAs(read ?? null, ofReport(one)), `what is read of this report:\n${report}`).toEqual(
          inOrder(ofReport(one)),
        )
      const failed = (read ?? framework.parse(clean))?.counts.failed ?? 0
      if (kind === 'exit' && failed > 0) expect(exitCode).not.toBe(0)
    })
  })
}
