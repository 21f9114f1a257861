/**
 * Loaded before keel: kills the process just before its Nth change to the file system. What it does in `.keel/cache` is counted
 * by itself, and only where KILL_IN says so.
 */
const fs = require('node:fs')
const { syncBuiltinESMExports } = require('node:module')

const last = Number(process.env.KILL_AT)
const isAboutCache = process.env.KILL_IN === 'cache'
const inCache = new Set()
let changes = 0
for (const name of [
  'openSync',
  'writeFileSync',
  'appendFileSync',
  'linkSync',
  'writeSync',
  'fsyncSync',
  'closeSync',
  'renameSync',
  'rmSync',
  'mkdirSync',
  'rmdirSync',
  'chmodSync',
  'chownSync',
]) {
  const original = fs[name]
  fs[name] = (...words) => {
    if (name === 'openSync' && words[1] === 'r') return original(...words)
    const isCache = inCache.has(words[0]) || /[\\/]\.keel[\\/]cache[\\/]/.test(String(words[0]))
    if (isCache === isAboutCache) {
      if (name === 'writeSync' && changes + 1 === last && words[1].length > 1)
        original(words[0], words[1], words[2], words[3] >> 1)
      if (++changes === last) process.kill(process.pid, 'SIGKILL')
    }
    const done = original(...words)
    if (name === 'openSync' && isCache) inCache.add(done)
    if (name === 'closeSync') inCache.delete(words[0])
    return done
  }
}
syncBuiltinESMExports()
