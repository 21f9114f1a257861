import { lstatSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import type { TreeFile } from '#context/code/walk/tree-file.ts'
import { readIfReadable } from '#kit/files.ts'

export type LeftOut = {
  readonly path: string
  readonly why: 'binary' | 'huge' | 'generated' | 'secret'
}

export type TextFiles = {
  readonly paths: ReadonlySet<string>
  readonly leftOut: readonly LeftOut[]
}

/** The files that may hold context, as far as names and sizes tell. */
export function sortTextFiles(root: string, files: readonly TreeFile[]): TextFiles {
  const paths = new Set<string>()
  const leftOut: LeftOut[] = []
  for (const { path } of files) {
    const stats = lstatIfThere(join(root, path))
    // A link leads to a file that is listed itself, or out of the project. keel's own files are no news to an agent.
    if (stats?.isFile() !== true || stats.size === 0 || path.startsWith('.keel/')) continue
    const why = whyNot(path, stats)
    if (why === null) paths.add(path)
    else leftOut.push({ path, why })
  }
  return { paths, leftOut }
}

export type TextFile =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'left-out'; readonly why: LeftOut['why'] | null }

/** The text of a listed file, unless its content shows that it is none that a person wrote. */
export function readTextFile(root: string, path: string): TextFile {
  const bytes = readIfReadable(join(root, path))
  // Gone since it was listed.
  if (bytes === null) return { kind: 'left-out', why: null }
  if (bytes.subarray(0, 8192).includes(0)) return { kind: 'left-out', why: 'binary' }
  const text = bytes.toString('utf8')
  return isMinified(text) ? { kind: 'left-out', why: 'generated' } : { kind: 'text', text }
}

const BYTES_MAX = 256 * 1024

function whyNot(path: string, { size }: Stats): LeftOut['why'] | null {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (SECRET.test(name)) return 'secret'
  if (GENERATED.test(name)) return 'generated'
  if (BINARY.test(name)) return 'binary'
  return size > BYTES_MAX ? 'huge' : null
}

const SECRET =
  /^(?:\.env(?:\..+)?|\.npmrc|\.netrc|id_(?:rsa|dsa|ecdsa|ed25519))$|\.(?:pem|key|p12|pfx|keystore)$/i
const GENERATED =
  /^(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|bun\.lockb?|go\.sum|.+\.lock|.+\.lock\.json)$|\.min\.\w+$|\.(?:map|snap)$|\.(?:pb|g|generated)\.\w+$/i
const BINARY =
  /\.(?:png|jpe?g|gif|webp|avif|ico|icns|bmp|tiff?|pdf|zip|gz|tgz|bz2|xz|zst|7z|rar|jar|war|class|o|a|so|dylib|dll|exe|wasm|node|pyc|woff2?|ttf|otf|eot|mp[34]|m4a|mov|avi|webm|ogg|wav|flac|sqlite3?|db|parquet|bin|dat|pack|idx)$/i

/** Long lines from one end to the other: nobody reads it, and one line of it would fill a pack. */
function isMinified(text: string): boolean {
  return text.length > 2000 && text.length / (text.split('\n', text.length / 300).length + 1) > 300
}

function lstatIfThere(path: string): Stats | null {
  try {
    return lstatSync(path)
  } catch {
    return null
  }
}
