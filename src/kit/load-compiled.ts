import { accessSync, constants, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { Script } from 'node:vm'

export type Program = {
  readonly file: string
  /** Another for each content. V8 itself looks at nothing but the length of a source. */
  readonly id: string
}

/**
 * Loads a CommonJS file of plain letters with what V8 made of it last time, which is kept beside it: to compile the hook takes longer than
 * all that it does, and to compile the rest longer than most verbs. Only there, for whoever can write there can change the program itself; and only where this user can
 * write. What another Node made is refused by V8, and made anew.
 */
export function loadCompiled<Exports>({ file, id }: Program, require: NodeJS.Require): Exports {
  const kept = file.replace(/\.cjs$/, `-${id}-${process.version}-${process.arch}.compiled`)
  const compiled = readCompiled(kept)
  const source = `(function (exports, require, module, __filename) {${readFileSync(file, 'latin1')}\n})`
  const script = new Script(source, {
    filename: file,
    ...(compiled === null ? {} : { cachedData: compiled }),
  })
  const module = { exports: {} as Exports }
  script.runInThisContext()(module.exports, require, module, file)
  // At the end, so that it holds what was compiled on the way.
  if (compiled === null || script.cachedDataRejected === true) process.once('exit', () => keep(kept, script))
  return module.exports
}

/** The length stands before the data, so that half of it is never taken for the whole. */
const LENGTH_BYTES = 4

function readCompiled(path: string): Buffer | null {
  try {
    const content = readFileSync(path)
    return content.readUInt32LE(0) === content.length - LENGTH_BYTES ? content.subarray(LENGTH_BYTES) : null
  } catch {
    return null
  }
}

function keep(path: string, script: Script): void {
  try {
    accessSync(dirname(path), constants.W_OK)
    const data = script.createCachedData()
    const length = Buffer.alloc(LENGTH_BYTES)
    length.writeUInt32LE(data.length)
    const draft = `${path}.${process.pid}`
    writeFileSync(draft, Buffer.concat([length, data]))
    renameSync(draft, path)
  } catch {
    // Then it is compiled again next time.
  }
}
