import { groupBy } from '#kit/group-by.ts'
import { squeezed } from '../text/squeezed.ts'
import type { Given } from './given-to.ts'

export type GivenSide = Given & {
  /** What it asserts, without what it says to people. */
  readonly said: readonly string[]
}

type Comparing = { readonly before: GivenSide; readonly after: GivenSide }

/**
 * Whether a test is given other values than before, or more or fewer things are done with what it has. Names are free, and so is what
 * only concerns assertions that came to it.
 */
export function isGivenOther({ before, after }: Comparing): boolean {
  const [was, said] = [[...before.beside, ...before.own], after.said]
  const former = { words: wordsOf([...was, ...before.said]), own: ownNames(was) }
  const is = concerning({ statements: [...after.beside, ...after.own], said, ...former })
  return (
    hasOtherValues({ was: [...was, ...before.said], is: [...is, ...said] }) ||
    hasOtherCalls({ was, is, before, after })
  )
}

function wordsOf(texts: readonly string[]): Set<string> {
  return new Set(texts.flatMap((text) => text.match(/[A-Za-z_$][\w$]*/g) ?? []))
}

/** What some statements make or are handed, by name; what belongs to the test program is nobody's own. */
function ownNames(statements: readonly string[]): Set<string> {
  const names = statements.flatMap((text) => [...(madeBy(text) ?? []), ...handedIn(text)])
  return new Set(names.filter((name) => !OF_PROGRAMS.test(name)))
}

const OF_PROGRAMS =
  /^(?:t|tt|tb|tc|b|self|cls|this|ctx|done|monkeypatch|mocker|capsys|caplog|request|tmp_?path|tmpdir)$/

/** The names that a statement gives something; null where it gives nothing a name. */
function madeBy(text: string): string[] | null {
  const names =
    /^(?:export\s+)?(?:(?:const|let|var|val|auto|final|await)\s+)?([\w$.,\s{}[\]:]*?)\s*:?=(?![=>])/.exec(
      text,
    )?.[1]
  return names === undefined
    ? null
    : [...names.matchAll(/(?<![\w$.])[A-Za-z_$][\w$]*/g)].map(([name]) => name)
}

function handedIn(text: string): string[] {
  const handed = /^def\s*\(([^()]*)/.exec(text)?.[1] ?? ''
  return handed.split(',').flatMap((part) => /^\s*(\w+)/.exec(part)?.[1] ?? [])
}

type Sieving = {
  readonly statements: readonly string[]
  readonly said: readonly string[]
  readonly words: ReadonlySet<string>
  readonly own: ReadonlySet<string>
}

/** Without what makes new things, or does something with them, that nothing else needs. */
function concerning({ statements, said, words, own }: Sieving): string[] {
  const isApart = (text: string) => {
    const [names, uses] = [leadsOf(text), wordsOf([text])]
    return (
      names.length > 0 && !names.some((name) => words.has(name)) && ![...own].some((name) => uses.has(name))
    )
  }
  let apart = statements.filter(isApart)
  for (;;) {
    const needed = wordsOf([...said, ...statements.filter((text) => !apart.includes(text))])
    const left = apart.filter((text) => !leadsOf(text).some((name) => needed.has(name)))
    if (left.length === apart.length) return statements.filter((text) => !apart.includes(text))
    apart = left
  }
}

/** What a statement is about: what it makes, else what it begins with. */
function leadsOf(text: string): string[] {
  const [first] = /^(?:(?:await|yield|defer)\s+)?([A-Za-z_$][\w$]*)/.exec(text)?.slice(1) ?? []
  return madeBy(text) ?? (first === undefined || KEYWORD.test(first) ? [] : [first])
}

const KEYWORD =
  /^(?:for|if|else|while|with|return|yield|try|catch|except|finally|switch|case|def|new|throw|raise|func|function)$/

type Two = { readonly was: readonly string[]; readonly is: readonly string[] }

function hasOtherValues({ was, is }: Two): boolean {
  const [old, now] = [was.flatMap(valuesIn), is.flatMap(valuesIn)]
  if (textOf(old) === textOf(now)) return false
  // What was said twice is said once, where it has a name.
  const [made, makes] = [textOf([...ownNames(was)]), textOf([...ownNames(is)])]
  return made === makes || textOf([...new Set(old)]) !== textOf([...new Set(now)])
}

function textOf(items: readonly string[]): string {
  return items.toSorted().join('\n')
}

function valuesIn(statement: string): string[] {
  if (OF_RUNNING.test(statement)) return []
  const text = statement.replaceAll(/\b(?:require|import)\s*\(\s*['"][^'"\n]*['"]\s*\)/g, '')
  return [...text.matchAll(VALUE)].map(([value]) => squeezed(value).toLowerCase())
}

/** How long a test may take, how many assertions it has, and what it prints. */
const OF_RUNNING =
  /^(?:await\s+)?(?:console\.|print\(|fmt\.Print|log\.|(?:t|tt|b)\.(?:plan|Log|Logf|diagnostic|comment|timeout|setTimeout)\b|this\.(?:timeout|slow|retries)\b|(?:vi|jest)\.setTimeout\b|import\b|from\s)/

/** A string before a colon is a name. */
const VALUE =
  /"(?:[^"\\]|\\.)*"(?!\s*:)|'(?:[^'\\]|\\.)*'(?!\s*:)|`(?:[^`\\]|\\.)*`|(?:(?<=[(,=:[+*/]\s*)-)?(?<![\w$.])\d[\d_]*(?:\.\d+)?|\b(?:true|false|null|nil|none|undefined)\b/gi

/** Whether more or less is done with something than before, though all that is done elsewhere is as it was. */
function hasOtherCalls({ was, is, before, after }: Two & Comparing): boolean {
  if (squeezed(before.beside.join('\n')) !== squeezed(after.beside.join('\n'))) return false
  const isHanded = is.some(
    (text) =>
      !was.includes(text) &&
      madeBy(text) === null &&
      !ownNames(is).has(leadsOf(text)[0] ?? '') &&
      MENTIONS.test(text),
  )
  return !isHanded && countsOf(was) !== countsOf(is)
}

/** A call that something is handed to. */
const MENTIONS = /\(\s*[A-Za-z_$]/

/** How often something is done with each thing that has a name, whatever the name. */
function countsOf(statements: readonly string[]): string {
  const own = ownNames(statements)
  const leads = statements.flatMap((text) => /^(?:await\s+)?([A-Za-z_$][\w$]*)\s*[.[(]/.exec(text)?.[1] ?? [])
  const byName = groupBy(
    leads.filter((name) => own.has(name)),
    (name) => name,
  )
  return textOf([...byName.values()].map(({ length }) => String(length)))
}
