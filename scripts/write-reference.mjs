/** Writes docs/reference from the built code. `npm test` fails where a page is not what this would write. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { answersPage } from './answers.mjs'
import './build.mjs'

const { referencePages } = await import('../dist/reference.js')
const folder = join(import.meta.dirname, '../docs/reference')
mkdirSync(folder, { recursive: true })
const pages = { ...referencePages(), 'answers.md': answersPage() }
for (const [name, page] of Object.entries(pages)) writeFileSync(join(folder, name), page)
