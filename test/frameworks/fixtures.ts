import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cleanOutput } from '#loop/verify/frameworks/clean-output.ts'
import type { Proof } from './proof.ts'
import { PROJECT } from './scrub.ts'

export type Fixture = {
  readonly name: string
  /** As it was printed, and as parsers are given it. */
  readonly text: string
  readonly clean: string
  /** As parsers are given it; null where none was written. */
  readonly report: string | null
}

const root = join(import.meta.dirname, '../fixtures/frameworks')

export function fixturesOf(proof: Proof): Fixture[] {
  const folder = folderOf(proof)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((file) => file.endsWith('.txt'))
    .map((file) => {
      const name = file.slice(0, -'.txt'.length)
      const text = readFileSync(join(folder, file), 'utf8')
      const report = join(folder, `${name}.report`)
      return {
        name,
        text,
        clean: cleanOutput(text, PROJECT),
        report: existsSync(report) ? cleanOutput(readFileSync(report, 'utf8'), PROJECT) : null,
      }
    })
}

export function writeFixture(
  proof: Proof,
  { name, text, report }: { name: string; text: string; report: string | null },
): void {
  mkdirSync(folderOf(proof), { recursive: true })
  writeFileSync(join(folderOf(proof), `${name}.txt`), text)
  const file = join(folderOf(proof), `${name}.report`)
  if (report === null) rmSync(file, { force: true })
  else writeFileSync(file, report)
}

function folderOf({ name, source }: Proof): string {
  return join(root, `${name}@${source.version}`)
}
