import { groupBy } from '#kit/group-by.ts'
import type { StandingSymbol, SymbolChange, SymbolTrait } from './map-diff.ts'

export type SymbolSets = {
  readonly before: readonly StandingSymbol[]
  readonly after: readonly StandingSymbol[]
}

type Change = Omit<SymbolChange, 'inMap'>

/**
 * What became of each symbol: by its name in its file first, then by its name and kind elsewhere, if only one can be meant.
 * One that only stands on another line is the same.
 */
export function compareSymbols({ before, after }: SymbolSets): Change[] {
  const inFile = pairUp({ before, after }, ({ path, name }) => `${path}\0${name}`)
  const { pairs, removed, added } = pairUnique(inFile)
  return [
    ...[...inFile.pairs, ...pairs].flatMap(({ was, is }) => changed(was, is)),
    ...added.map((symbol): Change => ({ ...symbol, change: 'added', what: [], before: null })),
    ...removed.map((symbol): Change => ({ ...symbol, change: 'removed', what: [], before: symbol })),
  ]
}

type Pairing = {
  readonly pairs: readonly { readonly was: StandingSymbol; readonly is: StandingSymbol }[]
  readonly removed: readonly StandingSymbol[]
  readonly added: readonly StandingSymbol[]
}

/** Those with the same key. Of several, such as overloads, the equal ones belong together; then as they come. */
function pairUp({ before, after }: SymbolSets, keyOf: (symbol: StandingSymbol) => string): Pairing {
  const old = groupBy(before, keyOf)
  const pairs: { was: StandingSymbol; is: StandingSymbol }[] = []
  const added: StandingSymbol[] = []
  for (const [key, own] of groupBy(after, keyOf)) {
    const left = [...(old.get(key) ?? [])]
    const take = (is: StandingSymbol, place: number) => {
      const [was] = place === -1 ? [] : left.splice(place, 1)
      if (was !== undefined) pairs.push({ was, is })
      return was !== undefined
    }
    const others = own.filter(
      (is) =>
        !take(
          is,
          left.findIndex((was) => traitsThatDiffer(was, is).length === 0),
        ),
    )
    added.push(...others.filter((is) => !take(is, left.length === 0 ? -1 : 0)))
    old.set(key, left)
  }
  return { pairs, added, removed: [...old.values()].flat() }
}

function pairUnique({ removed, added }: Pairing): Pairing {
  const keyOf = ({ name, kind }: StandingSymbol) => `${kind} ${name}`
  const gone = groupBy(removed, keyOf)
  const come = groupBy(added, keyOf)
  const isUnique = (symbol: StandingSymbol) =>
    gone.get(keyOf(symbol))?.length === 1 && come.get(keyOf(symbol))?.length === 1
  const unique = { before: removed.filter(isUnique), after: added.filter(isUnique) }
  return {
    pairs: pairUp(unique, keyOf).pairs,
    removed: removed.filter((symbol) => !isUnique(symbol)),
    added: added.filter((symbol) => !isUnique(symbol)),
  }
}

function changed(was: StandingSymbol, is: StandingSymbol): Change[] {
  const what = traitsThatDiffer(was, is)
  return what.length === 0 ? [] : [{ ...is, change: 'changed', what, before: was }]
}

function traitsThatDiffer(was: StandingSymbol, is: StandingSymbol): SymbolTrait[] {
  const differ = (trait: Exclude<SymbolTrait, 'file'>) => (was[trait] === is[trait] ? [] : [trait])
  return [
    ...differ('signature'),
    ...differ('kind'),
    ...differ('exported'),
    ...(was.path === is.path ? [] : ['file' as const]),
  ]
}
