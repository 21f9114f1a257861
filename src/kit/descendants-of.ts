import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/**
 * The processes that a process has started, and those that they have, in whatever group or session they are by now. Asked before
 * it is ended: afterwards its children are nobody's. None where the system does not tell.
 */
export function descendantsOf(ancestor: number): number[] {
  const children = new Map<number, number[]>()
  for (const [pid, parent] of pairsOfAll()) children.set(parent, [...(children.get(parent) ?? []), pid])
  const found = new Set<number>()
  const left = [ancestor]
  for (let pid = left.pop(); pid !== undefined; pid = left.pop())
    for (const child of children.get(pid) ?? []) {
      if (found.has(child)) continue
      found.add(child)
      left.push(child)
    }
  return [...found]
}

type Pair = readonly [pid: number, parent: number]

function pairsOfAll(): Pair[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap(pairInProc)
  } catch {
    return pairsByPs()
  }
}

function pairInProc(pid: string): Pair[] {
  try {
    const state = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name comes before, in brackets, and may have any letters in it.
    return [[Number(pid), Number(state.slice(state.lastIndexOf(')') + 2).split(' ')[1])]]
  } catch {
    return []
  }
}

function pairsByPs(): Pair[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8', timeout: 2000 })
  return [...(stdout ?? '').matchAll(/^\s*(\d+)\s+(\d+)\s*$/gm)].map(
    ([, pid, parent]) => [Number(pid), Number(parent)] as const,
  )
}
