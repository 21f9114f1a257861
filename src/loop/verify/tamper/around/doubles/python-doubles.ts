import type { DoublesReader } from './contract.ts'
import { doublesOf } from './doubles-of.ts'

/** What monkeypatch, mock or a plain assignment puts in the place of a part, in Python. */
export const pythonDoubles: DoublesReader = (source) => {
  const set = doublesOf(source, [ASSIGNED]).filter(({ end }) => isFunction(source.bare, end))
  return [...doublesOf(source, SET), ...doublesOf(source, [WHOLE]), ...set]
    .filter(({ member }) => !CONSTANT.test(member))
    .map(({ end: _, ...double }) => double)
}

const SET = [
  /\b(?:setattr|patch(?:\.object)?)\(\s*(?<owner>[\w.]+(?:\[\s*['"][\w.]+['"]\s*\])?)\s*,\s*['"](?<member>\w+)['"]/g,
]
const WHOLE = /\b(?:setattr|patch(?:\.object)?)\(\s*['"](?<owner>[\w.]+)\.(?<member>\w+)['"]/g
const ASSIGNED =
  /^[ \t]*(?!(?:self|cls)\.\w+[ \t]*=)(?<owner>(?:\w+\.)*\w+)\.(?<member>\w+)[ \t]*=(?!=)[ \t]*/gm

/** Settings are no behaviour. */
const CONSTANT = /^[A-Z][A-Z\d_]*$/

function isFunction(bare: string, at: number): boolean {
  const value = bare.slice(at, at + 200)
  if (
    /^(?:lambda\b|(?:\w+\.)*(?:Magic|Async|Property)?Mock\(|(?:\w+\.)*create_autospec\(|property\(|(?:functools\.)?partial\()/.test(
      value,
    )
  )
    return true
  const name = /^(?:(?:staticmethod|classmethod)\(\s*)?([a-z_]\w*)\s*\)?[ \t]*(?:\n|$)/.exec(value)?.[1]
  return name !== undefined && new RegExp(`^[ \\t]*(?:async[ \\t]+)?def[ \\t]+${name}\\b`, 'm').test(bare)
}
