import { parsed } from '../commands/read-commands.ts'
import type { ChangedText } from '../text/changed-text.ts'

/** Of many files those that changed tests or settings load: what tests assert with, plugins, and what is run first. */
export function loadedFiles(changes: readonly ChangedText[], paths: readonly string[]): Set<string> {
  const found = changes.flatMap(({ path, after }) => {
    if (after === null) return []
    const addresses = [
      ...(/\.[cm]?[jt]sx?$/.test(path) ? addressesIn(after).map(({ address }) => address) : []),
      ...firstIn(path, after),
    ]
    return [
      ...addresses.map((address) => resolveAddress({ from: path, address, paths })),
      ...pluginsIn(path, after).map((plugin) => paths.find((one) => isModule(one, plugin)) ?? null),
    ]
  })
  return new Set(found.filter((path) => path !== null))
}

/** Where a file says that what asserts comes from. */
export function addressesIn(text: string): { at: number; address: string }[] {
  return [
    ...text.matchAll(
      /\bimport\s*(?:\{[^{}]*\b(?:expect|assert|it|test)\b[^{}]*\}|expect|assert)\s*from\s*['"](\.[^'"\n]+)['"]|\b(?:const|let|var)\s*(?:\{[^{}]*\b(?:expect|assert|it|test)\b[^{}]*\}|expect|assert)\s*=\s*require\(\s*['"](\.[^'"\n]+)['"]/g,
    ),
  ].map(({ index, 1: imported, 2: required }) => ({ at: index, address: imported ?? required ?? '' }))
}

/** What a test program's settings have it run before the tests. */
function firstIn(path: string, text: string): string[] {
  if (!/\.config\.\w+$|package\.json$|mocharc|jest[\w.-]*\.json$|vitest\.workspace/.test(path)) return []
  const lists = settingsOf(path, text).matchAll(
    /["']?\b(?:setupFiles\w*|globalSetup|globalTeardown|environment|testEnvironment|require|file|import)["']?\s*:\s*(\[[^\]]*\]|["'][^"'\n]*["'])/g,
  )
  return [...lists].flatMap(([, list = '']) =>
    [...list.matchAll(/["']([^"'\n]+)["']/g)].map(([, item = '']) =>
      item.replace(/^<rootDir>\//, './').replace(/^(?![./])/, './'),
    ),
  )
}

/** What a package gives to others is loaded by them, and by no test program: `"exports": { "import": "./src/index.js" }`. */
function settingsOf(path: string, text: string): string {
  if (!/(?:^|\/)package\.json$/.test(path)) return text
  return JSON.stringify({ ...parsed(text.replace(/^\uFEFF/, '')), ...FOR_OTHERS })
}

const FOR_OTHERS = { exports: null, imports: null, publishConfig: null }

/** The modules that pytest is told to load. */
function pluginsIn(path: string, text: string): string[] {
  if (/(?:^|\/)conftest\.py$/.test(path)) return ofConftest(text)
  if (!/(?:pytest\.(?:ini|toml)|tox\.ini|setup\.cfg|pyproject\.toml)$/.test(path)) return []
  return [...text.matchAll(/(?:^|[\s"'=])-p[\s"',]*(?!no:)([A-Za-z_][\w.]*)/g)].map(([, name = '']) => name)
}

/** What `conftest.py` names as a plugin, and where it takes its own hooks and fixtures from. */
function ofConftest(text: string): string[] {
  const named = [...text.matchAll(/^pytest_plugins\s*\+?=\s*([[(][^\])]*[\])]|[^\n]*)/gm)].flatMap(
    ([, list = '']) => [...list.matchAll(/['"]([\w.]+)['"]/g)].map(([, name = '']) => name),
  )
  const taken = [...text.matchAll(/^from[ \t]+\.*([\w.]+)[ \t]+import[ \t]+\(?[^)\n]*(?:\*|\bpytest_\w+)/gm)]
  return [...named, ...taken.map(([, name = '']) => name)]
}

function isModule(path: string, name: string): boolean {
  const file = `${name.replaceAll('.', '/')}.py`
  return path === file || path.endsWith(`/${file}`)
}

type Address = { readonly from: string; readonly address: string; readonly paths: readonly string[] }

export function resolveAddress({ from, address, paths }: Address): string | null {
  const parts = from.split('/').slice(0, -1)
  for (const part of address.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  const plain = (path: string) => path.replace(/(?:\/index)?\.[cm]?[jt]sx?$/, '')
  return paths.find((path) => plain(path) === plain(parts.join('/'))) ?? null
}
