import { printable } from '#kit/printable.ts'
import type { SearchHit, SearchReport } from '#verbs/search.ts'
import type { Terminal } from '../terminal.ts'

/** A place that can be clicked or pasted, and what is there. */
export function renderSearch({ hits, unheard }: SearchReport, { paint, mark }: Terminal): string {
  const lines = hits.map((hit) => `${paint('cyan', placeOf(hit))}${toldOf(hit, paint)}`)
  const none = hits.length === 0 ? ['Nothing here has any of these words.'] : []
  const notes =
    unheard === null ? [] : [paint('yellow', `${mark('warning')} Found by words alone: ${unheard}`)]
  return `${[...none, ...lines, ...notes].join('\n')}\n`
}

function placeOf({ path, line }: SearchHit): string {
  const name = printable(path)
  return line === null ? name : `${name}:${line}`
}

function toldOf({ kind, what, name, signature }: SearchHit, paint: Terminal['paint']): string {
  switch (kind) {
    case 'symbol':
      return `  ${printable(signature ?? name)}${paint('dim', `  ${what} ${printable(name)}`)}`
    case 'file':
      return what === null ? '' : paint('dim', `  ${what}`)
    case 'module':
      return paint('dim', '  module')
  }
}
