import type { Call } from './deed.ts'

/** Whether a command takes keel out of a project, whoever starts it. Only its words count, and none that it merely quotes. */
export function removesKeel({ name, words }: Call): boolean {
  const texts = [name, ...words.map(({ text }) => text)]
  const at = LAUNCHERS.has(name) ? texts.findIndex((text) => KEEL.test(text)) : KEEL.test(name) ? 0 : -1
  if (at === -1) return false
  const said = texts.slice(at + 1)
  const isAsking = said.some((text) => /^(?:--dry-run|--help|-h)$/.test(text))
  return said.find((text) => !text.startsWith('-')) === 'uninstall' && !isAsking
}

const LAUNCHERS = new Set('npx pnpx bunx npm pnpm yarn bun node nodejs deno tsx'.split(' '))

/** By its name, or as the file that is behind it. */
const KEEL = /^(?:.*\/)?(?:keel|keel\.[cm]?js|bin\.cjs)(?:@[\w.-]+)?$/
