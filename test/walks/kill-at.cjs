/** Loaded before keel: kills the process just before its Nth change to the file system. */
const fs = require('node:fs')
const { syncBuiltinESMExports } = require('node:module')

const last = Number(process.env.KILL_AT)
let changes = 0
for (const name of [
  'openSync',
  'writeFileSync',
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
    if (name === 'writeSync' && changes + 1 === last && words[1].length > 1)
      original(words[0], words[1], words[2], words[3] >> 1)
    if (++changes === last) process.kill(process.pid, 'SIGKILL')
    return original(...words)
  }
}
syncBuiltinESMExports()
