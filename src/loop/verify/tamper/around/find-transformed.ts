import type { Tampering } from '#words/evidence.ts'
import { javascript } from '../languages/javascript.ts'
import type { ChangedText } from '../text/changed-text.ts'
import { lineCounter } from '../text/line-counter.ts'
import { splitOutside } from '../text/split-outside.ts'
import { squeezed } from '../text/squeezed.ts'
import { stripSource } from '../text/strip-source.ts'
import { resolveAddress } from './loaded-files.ts'
import { phrasesOf } from './undermining/phrases-of.ts'

/** What is run is not what is written: settings of JavaScript's test programs by which a project's own code comes in between. */
export function findTransformed(changes: readonly ChangedText[]): Tampering[] {
  const plugged = pluggedFiles(changes)
  return changes.flatMap(({ path, before, after }): Tampering[] => {
    const shapes = shapesFor(path, plugged)
    if (after === null || shapes.length === 0) return []
    const known = new Set(foundIn(before ?? '', shapes).map(({ key }) => key))
    const lineOf = lineCounter(after)
    return foundIn(after, shapes)
      .filter(({ key }) => !known.has(key))
      .map(({ at, text }) => ({
        kind: 'command-changed',
        path,
        line: lineOf(at),
        text: `What is run is no longer what is written, tests too: \`${text}\`.`,
      }))
  })
}

/** Whether a file has a compiler's settings, which test programs run everything through. */
export function isCompiling(path: string): boolean {
  return BABEL.test(path)
}

const VITE = /(?:^|\/)(?:vitest|vite)[\w.-]*\.config\.\w+$|(?:^|\/)vitest\.workspace\.\w+$/
const JEST = /(?:^|\/)jest[\w.-]*\.(?:config\.\w+|json)$|(?:^|\/)package\.json$/
const BABEL = /(?:^|\/)(?:babel\.config\.\w+|\.babelrc(?:\.\w+)?)$/

/** What settings take from files of the project. */
function pluggedFiles(changes: readonly ChangedText[]): Set<string> {
  const paths = changes.map(({ path }) => path)
  const found = changes
    .filter(({ path, after }) => VITE.test(path) && after !== null)
    .flatMap(({ path, after }) =>
      [...(after ?? '').matchAll(/\b(?:from|import|require\()\s*\(?\s*['"](\.[^'"\n]+)['"]/g)].map(
        ([, address = '']) => resolveAddress({ from: path, address, paths }),
      ),
    )
  return new Set(found.filter((path) => path !== null))
}

/** Something to be found, anywhere or in what stands behind an opening bracket. */
type Shape = { readonly shape: RegExp; readonly behind?: RegExp }

function shapesFor(path: string, plugged: ReadonlySet<string>): readonly Shape[] {
  if (VITE.test(path)) return [...HOOKS, DEFINED, RUNNER]
  if (JEST.test(path)) return [TRANSFORM, RUNNER]
  if (BABEL.test(path)) return [OWN_PLUGIN, VISITOR]
  return plugged.has(path) ? HOOKS : []
}

/** What Vite's plugins read, find or change files by. */
const HOOK = `(?<![\\w$.])["']?(?:transform|load|resolveId)["']?`
const HOOKS: readonly Shape[] = [
  `${HOOK}\\s*\\([^()]*\\)\\s*\\{[^\\n]*`,
  `${HOOK}\\s*:\\s*(?:async\\b|function\\b|\\(|[\\w$]+\\b)[^\\n]*`,
  `${HOOK}\\s*:\\s*\\{[^{}]*\\bhandler\\b[^\\n]*`,
].map((shape) => ({ shape: new RegExp(shape, 'g') }))

/** A name in the place of which something else is put. Constants that a build fills in are written in their own way. */
const DEFINED: Shape = {
  behind: /\bdefine["']?\s*:\s*\{/g,
  shape:
    /(?<=^\s*|,\s*)(?!["']?(?:__|[A-Z][A-Z\d_]*\b|global\b|globalThis\b|window\b|self\b|process\.|import\.meta))["']?[A-Za-z_$][\w$.]*["']?\s*:[^\n,}]*/g,
}

const OWN = `(?:require\\.resolve\\(\\s*)?["'](?:\\.|/|<rootDir>)[^"'\\n]*["']`

/** What runs the tests, or finds what they import. */
const RUNNER: Shape = {
  shape: new RegExp(`(?<![\\w$.-])["']?(?:runner|testRunner|resolver)["']?\\s*:\\s*${OWN}`, 'g'),
}

/** Jest's, in a file of the project. Pictures and styles may be. */
const TRANSFORM: Shape = {
  behind: /(?<![\w$])transform["']?\s*:\s*\{/g,
  shape: new RegExp(
    `(["'])(?!(?:(?!\\1)[^\\n])*\\b(?:css|less|sass|scss|svg|png|jpe?g|gif|woff|ttf|mdx?|html|txt|graphql|gql|ya?ml)\\b)(?:(?!\\1)[^\\n])*\\1\\s*:\\s*\\[?\\s*${OWN}`,
    'g',
  ),
}

/** Babel's, by itself or with what it is told; not what others are told, which stands in brackets of its own. */
const OWN_PLUGIN: Shape = {
  behind: /\bplugins["']?\s*:\s*\[/g,
  shape: new RegExp(`(?<=(?:^|,)\\s*\\[?\\s*)${OWN}`, 'g'),
}
const VISITOR: Shape = { shape: /\bvisitor\s*[:(]/g }

type Found = { readonly at: number; readonly text: string; readonly key: string }

function foundIn(text: string, shapes: readonly Shape[]): Found[] {
  const { bare, code } = stripSource(text, javascript.tokens)
  return shapes
    .flatMap(({ shape, behind }) =>
      blocksOf(bare, behind).flatMap(({ from, inside }) =>
        phrasesOf(inside, [shape]).map((one) => ({ at: from + one.at, text: one.text })),
      ),
    )
    .filter(({ at, text: found }) => code[at] === bare[at] || /^["']/.test(found))
    .map(({ at, text: found }) => ({
      at,
      text: found.replaceAll(/\s+/g, ' ').trim().slice(0, 80),
      key: squeezed(found),
    }))
}

function blocksOf(bare: string, behind: RegExp | undefined): { from: number; inside: string }[] {
  if (behind === undefined) return [{ from: 0, inside: bare }]
  return [...bare.matchAll(behind)].map(({ index, 0: head }) => {
    const rest = bare.slice(index + head.length)
    const [inside = ''] = splitOutside(rest, head.endsWith('{') ? '}' : ']')
    const flat = head.endsWith('[')
      ? inside.replaceAll(/\{[^{}]*\}/g, (all) => ' '.repeat(all.length))
      : inside
    return { from: index + head.length + rest.indexOf(inside), inside: flat }
  })
}
