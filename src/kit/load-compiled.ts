import { accessSync, constants, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { Script } from 'node:vm'
import { waysTaken } from './ways-taken.ts'

export type Program = {
  readonly file: string
  /** Another for each content. V8 itself looks at nothing but the length of a source. */
  readonly id: string
}

/**
 * Loads a CommonJS file of plain letters with what V8 made of it last time, which is kept beside it: to compile the hook takes longer than
 * all that it does, and to compile the rest longer than most verbs. Only there, for whoever can write there can change the program itself; and only where this user can
 * write. What another Node made is refused by V8, and made anew.
 *
 * V8 keeps what was used. So it is made anew, too, when a run first takes a way that none has taken before, see `waysTaken`: else what only the
 * second run uses would be compiled each time.
 */
export function loadCompiled<Exports>({ file, id }: Program, require: NodeJS.Require): Exports {
  const kept = file.replace(/\.cjs$/, `-${id}-${process.version}-${process.arch}.compiled`)
  const compiled = readCompiled(kept)
  const source = `(function (exports, require, module, __filename) {${readFileSync(file, 'latin1')}\n})`
  const script = new Script(source, {
    filename: file,
    ...(compiled === null ? {} : { cachedData: compiled.data }),
  })
  const module = { exports: {} as Exports }
  script.runInThisContext()(module.exports, require, module, file)
  const isNew = compiled === null || script.cachedDataRejected === true
  const before = isNew ? 0 : compiled.ways
  // At the end, so that it holds what was compiled on the way.
  process.once('exit', () => {
    const ways = before | waysTaken()
    if (isNew || ways !== before) keep(kept, { script, ways })
  })
  return module.exports
}

/** The length and the ways stand before the data: half of it is never taken for the whole. */
const HEAD_BYTES = 8

type Compiled = { readonly data: Buffer; readonly ways: number }

function readCompiled(path: string): Compiled | null {
  try {
    const content = readFileSync(path)
    const isWhole = content.readUInt32LE(0) === content.length - HEAD_BYTES
    return isWhole ? { data: content.subarray(HEAD_BYTES), ways: content.readUInt32LE(4) } : null
  } catch {
    return null
  }
}

function keep(path: string, { script, ways }: { script: Script; ways: number }): void {
  try {
    accessSync(dirname(path), constants.W_OK)
    const data = script.createCachedData()
    const head = Buffer.alloc(HEAD_BYTES)
    head.writeUInt32LE(data.length, 0)
    head.writeUInt32LE(ways, 4)
    const draft = `${path}.${process.pid}`
    writeFileSync(draft, Buffer.concat([head, data]))
    renameSync(draft, path)
  } catch {
    // Then it is compiled again next time.
  }
}
