/** Loaded before keel: a file system that knows of no second names for a file. */
const fs = require('node:fs')
const { syncBuiltinESMExports } = require('node:module')

fs.linkSync = (from, to) => {
  const text = `EPERM: operation not permitted, link '${from}' -> '${to}'`
  throw Object.assign(new Error(text), { code: 'EPERM', syscall: 'link', errno: -1 })
}
syncBuiltinESMExports()
