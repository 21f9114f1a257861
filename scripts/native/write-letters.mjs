import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Parser } from 'web-tree-sitter'

/**
 * Writes in C what the runtime in WebAssembly takes for a letter, a digit or a space. Grammars ask for that, the library of each
 * system answers in its own way, and a repository must have the same map on every machine.
 */
export async function writeLetters(file) {
  const asked = await askRuntime()
  const parts = CLASSES.map((name) => {
    const ranges = rangesOf(asked[name]).map(([from, to]) => `{${from},${to}}`)
    return `static const uint32_t ${name}_ranges[][2] = {${ranges.join()}};
int ${name}(wint_t letter) { return is_among(${name}_ranges, ${ranges.length}, letter); }
`
  })
  writeFileSync(file, [HEAD, ...parts].join('\n'))
}

const CLASSES = [
  'iswalnum',
  'iswalpha',
  'iswblank',
  'iswdigit',
  'iswlower',
  'iswpunct',
  'iswspace',
  'iswupper',
  'iswxdigit',
]

const HEAD = `#include <stdint.h>
#include <wchar.h>

static int is_among(const uint32_t (*ranges)[2], uint32_t count, uint32_t letter) {
  uint32_t first = 0;
  while (first < count) {
    uint32_t middle = (first + count) / 2;
    if (ranges[middle][1] < letter) first = middle + 1;
    else count = middle;
  }
  return ranges[first][0] <= letter && letter <= ranges[first][1];
}
`

/** What the runtime gives the grammars. */
async function askRuntime() {
  const path = fileURLToPath(import.meta.resolve('web-tree-sitter/web-tree-sitter.wasm'))
  const module = new WebAssembly.Module(readFileSync(path))
  let exported = {}
  await Parser.init({
    instantiateWasm: (imports, receive) => {
      const instance = new WebAssembly.Instance(module, imports)
      exported = instance.exports
      receive(instance, module)
      return exported
    },
  })
  return exported
}

/** The last one stands behind every letter, so that a search always ends at one. */
function rangesOf(holds) {
  const ranges = []
  for (let letter = 0; letter <= LAST; letter++) {
    if (holds(letter) === 0) continue
    const open = ranges.at(-1)
    if (open?.[1] === letter - 1) open[1] = letter
    else ranges.push([letter, letter])
  }
  return [...ranges, [0xffffffff, 0xffffffff]]
}

const LAST = 0x10ffff
