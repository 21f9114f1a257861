import type { Double } from './contract.ts'

/** The module that each name of a file comes from, as the file says it; none for what nobody knows. */
export type Origins = (name: string) => string | undefined

/** The module that what is replaced comes from; what nobody imports is called by its whole way, or is of the package itself. */
export function moduleOf({ owner, text }: Pick<Double, 'owner' | 'text'>, origins: Origins): string {
  const root = owner.replace(/^(?:this|self|cls)\./, '').replace(/[.[].*$/, '')
  const isSaid = text.includes(`'${owner}`) || text.includes(`"${owner}`)
  return origins(root) ?? (isSaid ? owner : '')
}

type Written = { readonly path: string; readonly bare: string }

/** By what is imported, and by what is made of that: `const cart = new Cart()`. */
export function originsIn({ path, bare }: Written): Origins {
  const isPython = path.endsWith('.py')
  const origins = new Map(isPython ? pythonImports(bare) : scriptImports(bare))
  const made = (isPython ? PYTHON_MADE : SCRIPT_MADE).flatMap((shape) =>
    [...bare.matchAll(shape)].map(({ groups: { name = '', from = '' } = {} }) => ({ name, from })),
  )
  // What is made of something that is made of something: deeper than that nobody looks.
  for (let depth = 0; depth < 3; depth++)
    for (const { name, from } of made) {
      const origin = origins.get(from)
      if (origin !== undefined && !origins.has(name)) origins.set(name, origin)
    }
  return (name) => origins.get(name)
}

const NAME = '[A-Za-z_$][\\w$]*'
const VALUE = `(?:await\\s+)?(?:new\\s+)?(?<from>${NAME})\\s*(?:<[^<>()\\n]*>)?[(.]`

const SCRIPT_MADE = [
  `(?<![\\w$])(?:this\\.)?(?<name>${NAME})\\s*(?::[^=\\n]*)?=\\s*${VALUE}`,
  `\\b(?:let|var)\\s+(?<name>${NAME})\\s*:\\s*(?<from>${NAME})`,
  `\\bfunction\\s+(?<name>${NAME})\\s*\\([^()]*\\)[^{]*\\{[^{}]*?\\b(?:return|=)\\s+${VALUE}`,
  `\\b(?:const|let|var)\\s+(?<name>${NAME})\\s*=\\s*(?:async\\s*)?\\([^()]*\\)[^=\\n]*=>\\s*(?:\\{[^{}]*?\\b(?:return|=)\\s+)?${VALUE}`,
  `\\bconst\\s*\\{\\s*(?<name>${NAME})\\b[^{}]*\\}\\s*=\\s*${VALUE}`,
].map((shape) => new RegExp(shape, 'g'))

const PYTHON_MADE = [
  `(?<![\\w.])(?:self\\.)?(?<name>${NAME})[ \\t]*=[ \\t]*${VALUE}`,
  `^[ \\t]*(?:async[ \\t]+)?def[ \\t]+(?<name>${NAME})[ \\t]*\\([^\\n]*\\n(?:(?![ \\t]*def\\b)[^\\n]*\\n)*?[ \\t]+(?:return|yield)[ \\t]+${VALUE}`,
  `^[ \\t]*(?:async[ \\t]+)?def[ \\t]+(?<name>${NAME})[ \\t]*\\([^\\n]*\\n(?:(?![ \\t]*def\\b)[^\\n]*\\n)*?[ \\t]+\\w+[ \\t]*=[ \\t]*${VALUE}`,
].map((shape) => new RegExp(shape, 'gm'))

function scriptImports(bare: string): (readonly [string, string])[] {
  return [...bare.matchAll(SCRIPT_IMPORT)].flatMap(({ groups = {} }) => {
    const module = groups['module'] ?? groups['asked'] ?? ''
    return namesIn(groups['names'] ?? groups['taken'] ?? '').map((name) => [name, module] as const)
  })
}

const SCRIPT_IMPORT =
  /\bimport\s+(?:type\s+)?(?<names>[\w$*\s,{}]+?)\s*from\s*['"](?<module>[^'"\n]+)['"]|\b(?:const|let|var)\s+(?<taken>[\w$]+|\{[^{}]*\})\s*=\s*(?:\(?\s*await\s+import|require)\(\s*['"](?<asked>[^'"\n]+)['"]/g

function pythonImports(bare: string): (readonly [string, string])[] {
  const taken = [...bare.matchAll(/^[ \t]*from[ \t]+([\w.]+)[ \t]+import[ \t]+(?:\(([^()]*)\)|([^\n(]*))/gm)]
  const whole = [...bare.matchAll(/^[ \t]*import[ \t]+([\w.]+)(?:[ \t]+as[ \t]+(\w+))?/gm)]
  return [
    ...taken.flatMap(([, module = '', many, few = '']) =>
      namesIn(many ?? few).map((name) => [name, module] as const),
    ),
    ...whole.map(([, module = '', name]) => [name ?? module.replace(/\..*$/, ''), module] as const),
  ]
}

/** The names that a list of imports gives to things here: `{ Cart as Basket, type Item }`. */
function namesIn(list: string): string[] {
  return list
    .split(/[{},]/)
    .map((part) => /([\w$]+)\s*$/.exec(part.trim())?.[1] ?? '')
    .filter((name) => name !== '')
}
