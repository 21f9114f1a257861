import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Node 20 parses this bundle of certificates on every start, whatever it then does.
const { NODE_EXTRA_CA_CERTS: _certificates, ...environment } = process.env

const POLL_MS = 200

/**
 * Runs a program to its end and tells the wall time, the processor time of it and its children as GNU time counts it, and
 * the most memory that all its processes had at once. One that takes too long is ended, and what it took is a lower bound.
 */
export async function measureRun({ program, words, cwd, variables = {}, timeoutMs = 3_600_000 }) {
  const report = join(tmpdir(), `keel-bench-${process.pid}.time`)
  const started = performance.now()
  const child = spawn('/usr/bin/time', ['-f', '%U %S %M', '-o', report, program, ...words], {
    cwd,
    env: { ...environment, ...variables },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = gather(child.stdout)
  const complaints = gather(child.stderr)
  const polled = { peakKb: 0, cpuMs: 0 }
  const watch = setInterval(() => poll(child.pid, polled), POLL_MS)
  let isCut = false
  const limit = setTimeout(() => {
    isCut = true
    process.kill(-child.pid, 'SIGKILL')
  }, timeoutMs)
  const status = await new Promise((resolve, reject) => child.on('close', resolve).on('error', reject))
  const wallMs = performance.now() - started
  clearInterval(watch)
  clearTimeout(limit)
  if (isCut) return { wallMs, cpuMs: polled.cpuMs, peakMb: polled.peakKb / 1024, isCut, output: '' }
  if (status !== 0) throw new Error(`${program} ${words.join(' ')} ended with ${status}: ${complaints()}`)
  const [user, system, peakKb] = readFileSync(report, 'utf8').trim().split(' ').map(Number)
  rmSync(report, { force: true })
  const peakMb = Math.max(peakKb, polled.peakKb) / 1024
  return { wallMs, cpuMs: (user + system) * 1000, peakMb, isCut, output: output() }
}

function gather(stream) {
  const parts = []
  stream.on('data', (part) => parts.push(part))
  return () => Buffer.concat(parts).toString('utf8')
}

/** GNU time knows the largest process only, and nothing of one that was killed. */
function poll(root, polled) {
  const total = { kb: 0, cpuMs: 0 }
  for (const pid of withChildren(root)) addUp(pid, total)
  polled.peakKb = Math.max(polled.peakKb, total.kb)
  polled.cpuMs = Math.max(polled.cpuMs, total.cpuMs)
}

const PAGE_KB = 4
const TICK_MS = 10

function addUp(pid, total) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    total.kb += Number(fields[21]) * PAGE_KB
    for (const ticks of fields.slice(11, 15)) total.cpuMs += Number(ticks) * TICK_MS
  } catch {
    // It has ended since, or there is no such file on this system.
  }
}

function withChildren(pid) {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
    )
    return [pid, ...children.flatMap(withChildren)]
  } catch {
    return []
  }
}
