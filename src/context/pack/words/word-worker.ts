import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import type { Definition } from '#context/code/tags.ts'
import { watchTree } from '#context/code/watch-tree.ts'
import { writeArrays } from '#kit/arrays-file.ts'
import { readTextFile } from '../read-text-file.ts'
import type { CounterData, CounterReport } from './hire-counter.ts'
import { keysOfFiles } from './keys-of-files.ts'
import { makeParts, type Uncounted } from './make-parts.ts'
import { placesOf, takeBlocks } from './take-blocks.ts'

/** A thread that counts words of files from the front, and writes down what it has counted. */
const { root, folder, files, listedAt, definitions, starts, taken, blocksMax, partFiles }: CounterData =
  workerData
const { keys } = keysOfFiles(files)
const { watch, hasMoved } = watchTree(root, { files, listedAt })
const text = Buffer.from(definitions)
const next = takeBlocks({ taken, count: files.length, side: 'front', most: blocksMax })

function* blocks(): Generator<readonly Uncounted[]> {
  for (let block = next(); block !== null; block = next()) yield placesOf(block).map(uncounted)
}

const names: string[] = []
const read = (path: string) => watch(path, () => readTextFile(root, path))
for (const made of makeParts(blocks(), { read, partFiles })) {
  if (made === null) continue
  writeArrays(join(folder, made.name), made.arrays)
  names.push(made.name)
}
parentPort?.postMessage({ names, hasMoved: hasMoved() } satisfies CounterReport)

function uncounted(place: number): Uncounted {
  const own = text.toString('utf8', starts[place], starts[place + 1])
  return {
    path: files[place]?.path ?? '',
    key: keys[place] ?? '',
    definitions: JSON.parse(own) as Definition[],
  }
}
