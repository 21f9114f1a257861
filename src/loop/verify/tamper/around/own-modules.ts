import { git } from '#kit/git.ts'
import { remember } from '#kit/remember.ts'
import { committable } from '#kit/tree-hash.ts'
import { isTestFile } from '../../is-test-file.ts'

type Looking = { readonly root: string; readonly tree: string }
type Module = { readonly path: string; readonly module: string }

/** Says of a module, as a file of a tree names it, whether it is of the project's own source: neither a package that it uses nor made for tests. */
export function ownModules({ root, tree }: Looking): (asked: Module) => Promise<boolean> {
  const paths = remember(async (_: 'all') => {
    const files = await git(root, ['ls-tree', '-r', '-z', '--full-tree', '--name-only', committable(tree)])
    return files.kind === 'failed' ? [] : files.output.split('\0')
  })
  const packages = remember(async (_: 'all') => {
    const found = await git(root, [
      'grep',
      '-h',
      '-E',
      '-e',
      '^ *"name" *:',
      committable(tree),
      '--',
      '*package.json',
    ])
    const names = found.kind === 'failed' ? [] : [...found.output.matchAll(/:\s*"([^"\n]+)"/g)]
    return new Set(names.map(([, name]) => name))
  })
  return async ({ path, module }) => {
    if (path.endsWith('.py')) return (await paths('all')).some((one) => isPythonModule(one, module))
    if (/^\.{1,2}(?:\/|$)/.test(module)) return !isOfTests(path, module)
    if (/^(?:[@~]\/|#|~|\$lib\b|src\/)/.test(module)) return true
    const name = /^(?:@[^/]+\/)?[^/]+/.exec(module)?.[0]
    return (await packages('all')).has(name)
  }
}

function isPythonModule(path: string, module: string): boolean {
  if (!path.endsWith('.py') || isTestFile(path)) return false
  const parts = module.split('.').filter((part) => part !== '')
  const plain = `/${path.replace(/(?:\/__init__)?\.py$/, '')}`
  // Of `shop.cart.Cart` nobody knows where the module ends.
  return (
    parts.length > 0 &&
    [parts, parts.slice(0, -1), parts.slice(0, -2)].some(
      (some) => some.length > 0 && plain.endsWith(`/${some.join('/')}`),
    )
  )
}

/** What lies with the tests is theirs: a fake of one's own may be made to answer. */
function isOfTests(from: string, address: string): boolean {
  const parts = from.split('/').slice(0, -1)
  for (const part of address.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  const path = parts.join('/')
  return (
    isTestFile(path) ||
    /(?:^|\/)(?:__mocks__|mocks?|fixtures?|helpers?|test-?utils?|fakes?)(?:\/|$)/i.test(address)
  )
}
