import { readdirSync } from 'node:fs'

/** What stands in a text for bytes that are no letter. */
export const NO_LETTER = '\uFFFD'

/**
 * The bytes of a path that is written with `NO_LETTER` for some of them: names on a disk need not be texts. Null where nothing is
 * called like that.
 */
export function rawPathOf(root: string, path: string): Buffer | null {
  try {
    return path.split('/').reduce((folder, part) => {
      const name = part.includes(NO_LETTER) ? nameLike(folder, part) : Buffer.from(part)
      return Buffer.concat([folder, SLASH, name])
    }, Buffer.from(root))
  } catch {
    return null
  }
}

const SLASH = Buffer.from('/')

function nameLike(folder: Buffer, part: string): Buffer {
  const found = readdirSync(folder, { encoding: 'buffer' }).find((name) => name.toString('utf8') === part)
  if (found === undefined) throw new Error(`nothing is called ${part}`)
  return found
}
