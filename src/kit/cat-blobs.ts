import { spawn } from 'node:child_process'
import { gitEnvironment } from './git-environment.ts'

/** The contents that git still has of these, by their names. */
export async function catBlobs(cwd: string, blobs: readonly string[]): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>()
  const wanted = blobs.filter((blob) => /^[0-9a-f]{40,64}$/.test(blob))
  if (wanted.length === 0) return found
  const output = await new Promise<Buffer>((resolve) => {
    const child = spawn('git', ['cat-file', '--batch'], {
      cwd,
      env: gitEnvironment(),
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    const parts: Buffer[] = []
    child.stdout.on('data', (part: Buffer) => parts.push(part))
    // Without git, nothing is found; and one that ends early has said all it had to say.
    child.on('error', () => resolve(Buffer.alloc(0)))
    child.on('close', () => resolve(Buffer.concat(parts)))
    child.stdin.on('error', () => {})
    child.stdin.end(`${wanted.join('\n')}\n`)
  })
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(0x0a, at)
    if (end === -1) break
    // `name type size`, or `name missing`.
    const [blob = '', type, size] = output.toString('utf8', at, end).split(' ')
    at = end + 1
    if (size === undefined) continue
    if (type === 'blob') found.set(blob, output.subarray(at, at + Number(size)))
    at += Number(size) + 1
  }
  return found
}
