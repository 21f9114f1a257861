import { lstatSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { isBinaryName } from '#context/code/walk/is-binary-name.ts'
import { readIfReadable } from '#kit/files.ts'

export type LeftOut = {
  readonly path: string
  readonly why: (typeof LEFT_OUT)[number]
}

export const LEFT_OUT = ['binary', 'huge', 'generated', 'secret'] as const

export type TextFile =
  | { readonly kind: 'text'; readonly text: string }
  /** Null for what nobody would look for: an empty file, a link, one that is gone since it was listed. */
  | { readonly kind: 'left-out'; readonly why: LeftOut['why'] | null }

/** The text of a listed file, unless its name, its size or its content shows that it is none that a person wrote. */
export function readTextFile(root: string, path: string): TextFile {
  const first = lookAt(root, path)
  if (first !== 'readable') return leftOut(first)
  const bytes = readIfReadable(join(root, path))
  if (bytes === null) return leftOut(null)
  if (bytes.subarray(0, 8192).includes(0)) return leftOut('binary')
  const text = bytes.toString('utf8')
  return isMinified(text) ? leftOut('generated') : { kind: 'text', text }
}

/** Whether it may have a text, as far as its name and its size tell. */
export function mayHaveText(root: string, path: string): boolean {
  return lookAt(root, path) === 'readable'
}

function lookAt(root: string, path: string): 'readable' | LeftOut['why'] | null {
  const stats = lstatIfThere(join(root, path))
  // A link leads to a file that is listed itself, or out of the project. keel's own files are no news to an agent.
  if (stats?.isFile() !== true || stats.size === 0 || path.startsWith('.keel/')) return null
  return whyNot(path, stats) ?? 'readable'
}

function leftOut(why: LeftOut['why'] | null): TextFile {
  return { kind: 'left-out', why }
}

const BYTES_MAX = 256 * 1024

function whyNot(path: string, { size }: Stats): LeftOut['why'] | null {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (SECRET.test(name)) return 'secret'
  if (GENERATED.test(name)) return 'generated'
  if (isBinaryName(name)) return 'binary'
  return size > BYTES_MAX ? 'huge' : null
}

const SECRET =
  /^(?:\.env(?:\..+)?|\.npmrc|\.netrc|id_(?:rsa|dsa|ecdsa|ed25519))$|\.(?:pem|key|p12|pfx|keystore)$/i
const GENERATED =
  /^(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|bun\.lockb?|go\.sum|.+\.lock|.+\.lock\.json)$|\.min\.\w+$|\.(?:map|snap)$|\.(?:pb|g|generated)\.\w+$/i

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
