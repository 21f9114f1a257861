import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'

/** How a function, and an import of something in the file beside it, are written. */
const FORMS = {
  python: {
    define: (name, value) => `\n\ndef ${name}():\n    return ${value}\n`,
    use: (name, beside) => `from .${beside} import ${name}\n`,
  },
  typescript: {
    define: (name, value) => `\nexport function ${name}() {\n  return ${value}\n}\n`,
    use: (name, beside) => `import { ${name} } from './${beside}'\n`,
  },
  rust: {
    define: (name, value) => `\npub fn ${name}() -> u32 {\n    ${value}\n}\n`,
    use: (name, beside) => `use super::${beside}::${name};\n`,
  },
  go: {
    define: (name, value) => `\nfunc ${name}() int {\n\treturn ${value}\n}\n`,
    use: (name) => `import ${name} "strings"\n`,
  },
}
FORMS.tsx = FORMS.typescript
FORMS.javascript = FORMS.typescript

/**
 * Changes of one file each, in a file of ordinary size of the language that the tree has most of. A round's changes come one
 * after another; `undo` brings the first state back, but for what the rounds before left in a function's body.
 */
export function changesOf(root, files) {
  const { file, beside, form } = choose(files)
  const path = join(root, file.path)
  const first = readFileSync(path, 'utf8')
  const added = join(root, dirname(file.path), `keel_bench${extname(file.path)}`)
  let text = ''
  let state = 0
  const write = (next) => {
    text = next
    writeFileSync(path, text)
  }
  return {
    edited: file.path,
    changes: [
      {
        name: 'the body of a function changed',
        change: (round) =>
          write(text.replace(form.define('keelBench', state), form.define('keelBench', 1000 + round))),
      },
      { name: 'a function added', change: (round) => write(text + form.define(`keelBench${round}`, round)) },
      {
        name: 'an import added',
        change: (round) => write(placed(text, form.use(`keelBench${round}`, beside))),
      },
      {
        name: 'a file added',
        change: (round) => writeFileSync(added, form.define(`keelBenchFile${round}`, round)),
      },
    ],
    undo: () => {
      state += 1
      rmSync(added, { force: true })
      write(first + form.define('keelBench', state))
    },
  }
}

function choose(files) {
  const counts = new Map()
  for (const { grammar } of files) counts.set(grammar, (counts.get(grammar) ?? 0) + 1)
  const known = [...counts].filter(([grammar]) => FORMS[grammar] !== undefined)
  if (known.length === 0) throw new Error(`The tree has no file in any of ${Object.keys(FORMS).join(', ')}.`)
  const [grammar] = known.reduce((one, other) => (other[1] > one[1] ? other : one))
  const bySize = files.filter((file) => file.grammar === grammar && !file.isBlanked)
  bySize.sort((one, other) => one.text.length - other.text.length || (one.path < other.path ? -1 : 1))
  // One with another beside it, to be imported.
  const folders = bySize.map(({ path }) => dirname(path))
  const paired = bySize.filter(
    (_, place) => folders.indexOf(folders[place]) !== folders.lastIndexOf(folders[place]),
  )
  const among = paired.length > 0 ? paired : bySize
  const file = among[Math.floor(among.length / 2)]
  const { path } = among.find((one) => one !== file && dirname(one.path) === dirname(file.path)) ?? file
  return { file, beside: basename(path, extname(path)), form: FORMS[grammar] }
}

/** Before the first line that an import could stand at. */
function placed(text, line) {
  const at = text.search(/^(import|from|use)\b/m)
  return at === -1 ? text + line : text.slice(0, at) + line + text.slice(at)
}
