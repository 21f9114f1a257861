import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * What the native parser practises on when it is built: keel's own sources, each of them as it is and broken off half way, as the
 * questions that `parse.c` is asked. To mend a broken text is half of a parser's work.
 */
export function practiceTexts(root) {
  const query = readFileSync(join(root, 'src/context/code/languages/typescript.scm'))
  const texts = readdirSync(join(root, 'src'), { recursive: true })
    .filter((path) => path.endsWith('.ts'))
    .sort()
    .map((path) => readFileSync(join(root, 'src', path)))
  return Buffer.concat([
    question({ kind: QUERY, bytes: Buffer.concat([Buffer.from('typescript\0'), query]) }),
    ...texts.flatMap((text) =>
      [text, text.subarray(0, text.length / 2)].map((bytes) => question({ kind: TEXT, bytes: whole(bytes) })),
    ),
  ])
}

const QUERY = 0
const TEXT = 2
const LIMIT_MS = 5000

function question({ kind, bytes }) {
  return Buffer.concat([Buffer.from(Uint32Array.of(kind, 0, LIMIT_MS, bytes.length).buffer), bytes])
}

/** Without half a letter at the end. */
function whole(bytes) {
  return Buffer.from(bytes.toString('utf8').replace(/\ufffd$/, ''))
}
