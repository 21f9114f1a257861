import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** A directory as plain data: every path with its kind, its mode and its bytes. Empty directories count. */
export type Tree = Record<string, string>

export function readTree(root: string): Tree {
  const tree: Tree = {}
  const ahead = [root]
  for (let at = ahead.pop(); at !== undefined; at = ahead.pop()) {
    for (const name of readdirSync(at).sort()) {
      const path = join(at, name)
      const stats = lstatSync(path)
      const mode = (stats.mode & 0o7777).toString(8)
      const key = relative(root, path)
      if (stats.isSymbolicLink()) tree[key] = `link ${readlinkSync(path)}`
      else if (stats.isDirectory()) {
        tree[key] = `directory ${mode}`
        ahead.push(path)
      } else tree[key] = `file ${mode} ${readFileSync(path).toString('latin1')}`
    }
  }
  return tree
}

export type Entry =
  | { kind: 'file'; path: string; bytes: Uint8Array; mode?: number }
  | { kind: 'directory'; path: string }
  | { kind: 'link'; path: string; target: string }

export function writeTree(root: string, entries: readonly Entry[]): void {
  for (const entry of entries) {
    const path = join(root, entry.path)
    mkdirSync(entry.kind === 'directory' ? path : dirname(path), { recursive: true })
    if (entry.kind === 'file') {
      writeFileSync(path, entry.bytes)
      if (entry.mode !== undefined) chmodSync(path, entry.mode)
    } else if (entry.kind === 'link') symlinkSync(entry.target, path)
  }
}
