/** Writes docs/reference from the built code. `npm test` fails where a page is not what this would write. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import './build.mjs'

const { referencePages } = await import('../dist/reference.js')
const folder = join(import.meta.dirname, '../docs/reference')
mkdirSync(folder, { recursive: true })
for (const [name, page] of Object.entries(referencePages())) writeFileSync(join(folder, name), page)
