import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'

/** A program that parses natively, and of each grammar that it has, for which letters it finds what WebAssembly finds. */
export type Native = { readonly program: string; readonly grammars: Readonly<Record<string, Letters>> }

export type Letters = z.infer<typeof letters>

const letters = z.enum(['most', 'few'])

/** The one that was built for this kind of machine. Null where there is none: WebAssembly finds the same, in twice the time. */
export function findNative(folder: string): Native | null {
  const place = join(folder, `${process.platform}-${process.arch}`)
  try {
    const grammars = z
      .record(z.string(), letters)
      .parse(JSON.parse(readFileSync(join(place, 'grammars.json'), 'utf8')))
    return { program: join(place, 'keel-parse'), grammars }
  } catch {
    return null
  }
}
