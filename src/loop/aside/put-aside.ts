import { treeHash } from '#kit/tree-hash.ts'
import type { Aside } from '#words/entry.ts'
import type { Evidence } from '#words/evidence.ts'
import type { Desk } from '../desk.ts'
import { changesOfWork } from './changes-of-work.ts'
import { extendAside, keepAside } from './keep-aside.ts'
import { putBack } from './put-back.ts'
import { straysFrom } from './strays-from.ts'
import { whyNotAside } from './why-not-aside.ts'

/** What became of work that came to nothing. */
export type Leaving =
  /** There was none, and the tree is as it was. */
  | { readonly kind: 'as-it-was' }
  /** It is kept, and the tree is as it was. */
  | { readonly kind: 'put-aside'; readonly aside: Aside }
  /** Somebody has to look at it: the tree is not as it was. */
  | { readonly kind: 'left'; readonly because: string; readonly aside: Aside | null }

/**
 * Keeps all that a run has left, as a commit that is on no branch, and puts the tree back to what it was when the run began. What
 * git ignores and the files of tasks stay as they are. It is recorded as soon as it is kept: a run that is killed on the way is
 * resumed here. Where anything speaks against it, nothing is touched.
 */
export async function putAside(desk: Desk, tested: Evidence | null): Promise<Leaving> {
  const { order, parts } = desk
  const { root, base, run, task } = order
  const there = treeHash(root)
  const because = await whyNotAside(desk, { there, tested })
  if (because !== null) return { kind: 'left', because, aside: order.aside }
  const strays = await straysFrom(order)
  const files = await changesOfWork({ root, from: base, to: there })
  let aside = order.aside
  if (files.length > 0 || strays.length > 0) {
    const kept = await keepAside(order, { there, strays, files })
    if (kept.kind === 'failed') return { kind: 'left', because: kept.because, aside }
    aside = kept.aside
    parts.record({ kind: 'put-aside', run, task, aside })
  }
  const failed = await putBack(order, there)
  if (failed !== null) return { kind: 'left', because: failed, aside }
  return aside === null ? { kind: 'as-it-was' } : whatIsLeft(desk, aside)
}

/**
 * Whoever changes what git ignores hides files from the first look. They come to light when that is as it was, and are put aside
 * with the rest.
 */
async function whatIsLeft({ order, parts }: Desk, aside: Aside): Promise<Leaving> {
  const { root, base, run, task } = order
  const there = treeHash(root)
  const late = await changesOfWork({ root, from: base, to: there })
  if (late.length === 0) return { kind: 'put-aside', aside }
  if (late.some(({ kind }) => kind !== 'added')) return { kind: 'left', because: notWhole(late), aside }
  const extended = await extendAside(order, { aside, there, files: late })
  if (extended.kind === 'failed') return { kind: 'left', because: extended.because, aside }
  const whole = extended.aside
  parts.record({ kind: 'put-aside', run, task, aside: whole })
  const failed = await putBack(order, there)
  if (failed !== null) return { kind: 'left', because: failed, aside: whole }
  const rest = await changesOfWork({ root, from: base, to: treeHash(root) })
  if (rest.length > 0) return { kind: 'left', because: notWhole(rest), aside: whole }
  return { kind: 'put-aside', aside: whole }
}

function notWhole(changes: readonly { readonly path: string }[]): string {
  const names = changes.slice(0, 3).map(({ path }) => path)
  return `These could not be put back: ${names.join(', ')}${changes.length > 3 ? `, and ${changes.length - 3} more` : ''}.`
}
