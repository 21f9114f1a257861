import type { ManifestKind } from './manifest.ts'
import { mypyOffer } from './reading/python-offers.ts'
import { readIni } from './reading/read-ini.ts'

export const mypyIni: ManifestKind = {
  path: /(^|\/)\.?mypy\.ini$/,
  read: (_path, text) => ({
    ecosystem: 'python',
    // mypy looks here first, whatever else there is.
    offers: [{ ...mypyOffer(readIni(text).get('mypy')?.keys() ?? []), rank: 0 }],
    tools: [{ name: 'mypy', use: 'typecheck' }],
  }),
}
