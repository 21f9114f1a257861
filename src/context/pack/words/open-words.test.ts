import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { scratch } from '../../../../test/contracts/program.ts'
import type { Words } from './gather-words.ts'
import { type OpeningWords, openWords, type WordsRequest } from './open-words.ts'
import { scoreFiles } from './score-terms.ts'

const WORDS = ['basket', 'price', 'total', 'parse', 'open', 'user', 'token']
const query = new Map(WORDS.map((word, place) => [word, 1 + place]))

/** So many that a thread is worth it. */
const paths = Array.from({ length: 1500 }, (_, place) => `file-${String(place).padStart(4, '0')}.py`)
const textOf = (place: number) =>
  `def ${WORDS[place % 7]}_${WORDS[place % 5]}():\n    return ${`${WORDS[place % 3]} `.repeat((place % 11) + 1)}\n`
const definitionsOf = (place: number) => [
  {
    name: `${WORDS[place % 7]}_${WORDS[place % 5]}`,
    kind: 'function' as const,
    line: 1,
    endLine: 2,
    signature: '',
    doc: null,
    exported: true,
    parent: null,
  },
]
const definitionsBytesOf = (place: number) => Buffer.from(JSON.stringify(definitionsOf(place)))

function layOut(): { readonly root: string; readonly folder: string } {
  const { base } = scratch()
  const [root, folder] = [join(base, 'tree'), join(base, 'words')]
  mkdirSync(root)
  for (const [place, path] of paths.entries()) writeFileSync(join(root, path), textOf(place))
  return { root, folder }
}

type Opening = Pick<WordsRequest, 'root' | 'folder'> & Partial<WordsRequest>

function opening({ root, folder, listedAt = Number.POSITIVE_INFINITY, ...asked }: Opening): OpeningWords {
  return openWords({
    root,
    folder,
    listedAt,
    files: paths.map((path, place) => ({ path, blob: `${place}` })),
    read: (path) => ({ kind: 'text', text: textOf(paths.indexOf(path)) }),
    ...asked,
  })
}

const code = { definitionsOf, isLasting: () => true }
const told = (words: Words) => [...scoreFiles(words)(query)]

describe('words that two threads count', () => {
  it('are those that one counts, and are remembered', async () => {
    const { root, folder } = layOut()
    const alone = await opening({ root, folder: null }).finish(code)
    const shared = opening({ root, folder })
    shared.begin(definitionsBytesOf)
    const both = await shared.finish(code)
    expect(both.parts.length).toBeGreaterThan(0)
    expect(told(both)).toEqual(told(alone))
    both.close()
    const remembered = await opening({ root, folder }).finish({
      ...code,
      definitionsOf: () => {
        throw new Error('nobody needs to count them again')
      },
    })
    expect(told(remembered)).toEqual(told(alone))
    remembered.close()
  })

  it('are all there when the thread is lost', async () => {
    const { root, folder } = layOut()
    const alone = await opening({ root, folder: null }).finish(code)
    const shared = opening({ root, folder })
    shared.begin(() => Buffer.from('no definitions'))
    // It is lost over its first file, and has taken some by then.
    await new Promise((resolve) => setTimeout(resolve, 500))
    const all = await shared.finish(code)
    expect(told(all)).toEqual(told(alone))
    all.close()
  })

  it('are not remembered where the thread has seen a file that was changed since it was listed', async () => {
    const { root, folder } = layOut()
    const shared = opening({ root, folder, listedAt: 0 })
    shared.begin(definitionsBytesOf)
    // It has counted all of them by then.
    await vi.waitFor(() => expect(readdirSync(folder)).not.toEqual([]), { timeout: 30_000 })
    const words = await shared.finish(code)
    words.close()
    expect(readdirSync(folder)).toEqual([])
  })

  it('are all there when no thread can be had', async () => {
    const { root, folder } = layOut()
    const alone = await opening({ root, folder: null }).finish(code)
    // No thread can be handed such files.
    const files = paths.map((path, place) => ({ path, blob: `${place}`, unfit: () => {} }))
    const all = await opening({ root, folder, files }).finish(code)
    expect(told(all)).toEqual(told(alone))
    all.close()
  })

  it('are counted no further when somebody says so, and nothing of them is kept', async () => {
    const { root, folder } = layOut()
    for (const at of [0, 700, 1499]) {
      const controller = new AbortController()
      let count = 0
      const read: WordsRequest['read'] = (path) => {
        if (count === at) setImmediate(() => controller.abort(new Error('enough')))
        count += 1
        return { kind: 'text', text: textOf(paths.indexOf(path)) }
      }
      const { signal } = controller
      await expect(opening({ root, folder: null, read, signal }).finish(code)).rejects.toThrow('enough')
    }
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(opening({ root, folder, signal }).finish(code)).rejects.toThrow('enough')
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(readdirSync(folder)).toEqual([])
  })
})
