import { statementEnd } from './find-spans.ts'
import type { Reading } from './test-file.ts'

type Ground = Pick<Reading, 'source' | 'brackets' | 'language' | 'leadsAt'>

/** What stands behind a call and is no part of it: `… if slow`, and what is done instead in `slow ? … : …`. */
export function conditionBehind(
  ground: Ground,
  at: number,
): { readonly from: number; readonly to: number } | null {
  const { source, brackets, language } = ground
  const { code } = source
  const mark = language.depth === 'indent' ? /\s(?:if|unless)\s/y : /\s*:(?!:)/y
  if (language.depth !== 'indent') {
    const lead = ground.leadsAt(at)[0]
    if (lead?.kind !== 'operator' || code[lead.to - 1] !== '?') return null
  }
  const to = statementEnd({ code, brackets, from: at })
  for (let place = at; place < to; place++) {
    mark.lastIndex = place
    if (mark.test(code)) return { from: place, to }
    place = Math.max(place, /[([{]/.test(code[place] ?? '') ? brackets.partner(place) : place)
  }
  return null
}
