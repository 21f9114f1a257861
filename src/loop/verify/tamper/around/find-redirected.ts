import type { Tampering } from '#words/evidence.ts'
import { isTestFile } from '../../is-test-file.ts'
import type { Matched, Sides } from '../comparing/match-tests.ts'
import type { TestFile } from '../reading/test-file.ts'
import type { ChangedText } from '../text/changed-text.ts'

type Looking = Sides & { readonly matched: Matched; readonly all: readonly ChangedText[] }

/** Tests of something that is no longer the program's, though that is still there: made beside them, or in a new file. */
export function findRedirected({ before, after, matched, all }: Looking): Tampering[] {
  const concerned = new Set(matched.pairs.map((pair) => pair.after.path))
  const formerAt = new Map(before.map((file) => [file.path, file]))
  return after.flatMap((file) => {
    const former = formerAt.get(file.path)
    if (former === undefined || !concerned.has(file.path) || !/\.(?:py|[cm]?[jt]sx?)$/.test(file.path))
      return []
    const now = importsIn(file)
    return [...importsIn(former)]
      .filter(([name, module]) => !isTestFile(module) && !isGone({ name, module, all }))
      .flatMap(
        ([name, old]) =>
          madeHere({ file, former, name, old }) ?? doubled({ file, name, old, now, all, after }),
      )
  })
}

type Name = { readonly file: TestFile; readonly name: string; readonly old: string }

function madeHere({ file, former, name, old }: Name & { readonly former: TestFile }): Tampering | null {
  const at = definedAt(former, name) === -1 ? definedAt(file, name) : -1
  if (at === -1 || handsOut({ file, name, at })) return null
  const text = `What is tested here is made here: \`${name}\`, in the place of the one in \`${old}\`.`
  return { kind: 'tautology', path: file.path, line: file.lineOf(at), text }
}

/** A fixture may have the name of what it gives: `return calc.add`. */
function handsOut({
  file: { path, source },
  name,
  at,
}: Omit<Name, 'old'> & { readonly at: number }): boolean {
  if (!path.endsWith('.py') || !/@(?:pytest\.)?fixture\b[^\n]*\n$/.test(source.code.slice(0, at)))
    return false
  const body = source.code.slice(at).split(/\n(?=\S)/, 1)[0] ?? ''
  return new RegExp(`^[^\\n]*\\n\\s*(?:return|yield)\\s+(?:\\w+\\.)+${name}\\s*$`).test(body)
}

type Doubled = Name & Pick<Looking, 'all' | 'after'> & { readonly now: ReadonlyMap<string, string> }

function doubled({ file, name, old, now, all, after }: Doubled): Tampering[] {
  const other = now.get(name) ?? old
  if (other === old || !isDouble({ module: other, all, tests: after })) return []
  const text = `What is tested here comes from \`${other}\` now, and \`${old}\` still has its own \`${name}\`.`
  return [{ kind: 'tautology', path: file.path, line: null, text }]
}

/** Which module each name is taken from, by its path without an ending. */
function importsIn({ path, source: { bare } }: TestFile): Map<string, string> {
  const found = path.endsWith('.py')
    ? [...bare.matchAll(/^from[ \t]+([\w.]+)[ \t]+import[ \t]+\(?([\w,\s]+?)(?:\)|$)/gm)].map(
        ([, module = '', names = '']) => ({ module: module.replaceAll('.', '/').replace(/^\/+/, ''), names }),
      )
    : [...bare.matchAll(SCRIPT_IMPORT)].map(({ 1: one, 2: address, 3: other, 4: required }) => ({
        module: joined(path, address ?? required ?? ''),
        names: one ?? other ?? '',
      }))
  return new Map(
    found.flatMap(({ module, names }) =>
      names
        .split(/[{},\s]+/)
        .filter((name) => name !== '')
        .map((name) => [name, module] as const),
    ),
  )
}

const SCRIPT_IMPORT =
  /\bimport\s+((?:\w+\s*,?\s*)?(?:\{[\w\s,$]*\})?)\s*from\s*['"](\.[^'"\n]+)['"]|\b(?:const|let|var)\s+(\w+|\{[\w\s,$]*\})\s*=\s*require\(\s*['"](\.[^'"\n]+)['"]\s*\)/g

function joined(from: string, address: string): string {
  const parts = from.split('/').slice(0, -1)
  for (const part of address.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  return plain(parts.join('/'))
}

function plain(path: string): string {
  return path.replace(/(?:\/(?:index|__init__))?\.(?:py|[cm]?[jt]sx?)$/, '')
}

function isModule(path: string, module: string): boolean {
  return plain(path) === module || (path.endsWith('.py') && plain(path).endsWith(`/${module}`))
}

type Asking = { readonly name: string; readonly module: string; readonly all: readonly ChangedText[] }

/** Whether a module went, or what it is asked for did. */
function isGone({ name, module, all }: Asking): boolean {
  const change = all.find(({ path }) => isModule(path, module))
  if (change === undefined) return false
  return (
    change.after === null ||
    !new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`).test(change.after)
  )
}

type Doubling = {
  readonly module: string
  readonly all: readonly ChangedText[]
  readonly tests: readonly TestFile[]
}

/** A module that came with the change, and that nothing but tests speaks of. */
function isDouble({ module, all, tests }: Doubling): boolean {
  const found = all.find(({ path }) => isModule(path, module))
  if (found === undefined || found.before !== null || found.after === null) return false
  const stem = module.slice(module.lastIndexOf('/') + 1)
  const own = new Set([found.path, ...tests.map(({ path }) => path)])
  return !all.some(({ path, after }) => !own.has(path) && after?.includes(stem) === true)
}

/** Where a file makes a function or a class of the name itself, outside of everything; -1 where it does not. */
function definedAt({ path, source: { code } }: TestFile, name: string): number {
  const word = name.replaceAll('$', '\\$')
  return code.search(
    path.endsWith('.py')
      ? new RegExp(
          `^(?:(?:async\\s+)?def\\s+${word}\\s*\\(|class\\s+${word}\\b|${word}\\s*=\\s*lambda\\b)`,
          'm',
        )
      : new RegExp(
          `^(?:(?:async\\s+)?function\\s*\\*?\\s*${word}\\s*\\(|class\\s+${word}\\b|(?:const|let|var)\\s+${word}\\s*=\\s*(?:async\\s*)?(?:function\\b|\\([^()]*\\)\\s*=>|\\w+\\s*=>))`,
          'm',
        ),
  )
}
