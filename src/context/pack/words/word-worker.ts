import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import type { Definition } from '#context/code/tags.ts'
import { watchTree } from '#context/code/watch-tree.ts'
import { writeArrays } from '#kit/arrays-file.ts'
import { readTextFile } from '../read-text-file.ts'
import type { CounterData, CounterReport } from './hire-counter.ts'
import { keysOfFiles } from './keys-of-files.ts'
import { makePart, type Uncounted } from './make-part.ts'
import { takeBlocks } from './take-blocks.ts'

/** A thread that counts words of files from the front, and writes down what it has counted. */
const { root, folder, files, listedAt, definitions, starts, taken, blocksMax, partFiles }: CounterData =
  workerData
const { keys } = keysOfFiles(files)
const { watch, hasMoved } = watchTree(root, { files, listedAt })
const text = Buffer.from(definitions)
const next = takeBlocks({ taken, count: files.length, side: 'front', most: blocksMax })

function* some(): Generator<Uncounted> {
  for (let count = 0; count < partFiles; ) {
    const block = next()
    if (block === null) return
    for (let place = block.start; place < block.end; place += 1) {
      const own = text.toString('utf8', starts[place], starts[place + 1])
      yield {
        path: files[place]?.path ?? '',
        key: keys[place] ?? '',
        definitions: JSON.parse(own) as Definition[],
      }
    }
    count += block.end - block.start
  }
}

const names: string[] = []
for (let isDone = false; !isDone; ) {
  const made = makePart(some(), (path) => watch(path, () => readTextFile(root, path)))
  if (made !== null) {
    writeArrays(join(folder, made.name), made.arrays)
    names.push(made.name)
  }
  isDone = made === null
}
parentPort?.postMessage({ names, hasMoved: hasMoved() } satisfies CounterReport)
