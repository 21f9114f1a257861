import { printable } from '#kit/printable.ts'
import type { VerbOutput } from '#verbs/all.ts'
import type { Terminal } from '../terminal.ts'

type Drawn = Extract<VerbOutput<'map'>, { readonly text: string }>

/** The map as it is, so that it can go into a file; on a terminal, or when it went into a file, what there is to say of it. */
export function renderMap(report: Drawn, { paint, mark }: Terminal): string {
  const {
    text,
    output,
    isCurrent,
    found,
    tokens,
    symbols,
    files,
    parsed,
    problems,
    unranked,
    remedy,
    verbose,
  } = report
  const about = `${tokens} tokens, ${symbols} symbols, ${files} files, ${parsed} parsed`
  const told = problems.map(({ path, why }) => paint('dim', `  ${printable(path)}: ${MEANINGS[why]}`))
  const notes = [
    ...(unranked === null
      ? []
      : [`${paint('yellow', mark('warning'))} The symbols could not be ranked: ${unranked}.`]),
    ...(problems.length === 0
      ? []
      : [paint('dim', `${notInPicture(problems.length)} should be${verbose ? ':' : ' (keel map -v).'}`)]),
    ...(verbose ? told : []),
  ]
  if (isCurrent !== null) {
    const verdict = isCurrent
      ? `${paint('green', mark('done'))} ${output} is current.`
      : `${paint('red', mark('conflict'))} ${output} ${FOUND[found ?? 'map']}\nNext: ${remedy}`
    return `${[verdict, ...notes].join('\n')}\n`
  }
  if (output === null)
    return verbose ? `${text}${[paint('dim', `<!-- ${about} -->`), ...notes].join('\n')}\n` : text
  return `${[`${paint('green', mark('done'))} ${output}  ${paint('dim', about)}`, ...notes].join('\n')}\n`
}

function notInPicture(files: number): string {
  return files === 1 ? '1 file is not in the picture as it' : `${files} files are not in the picture as they`
}

const FOUND = {
  map: 'is not what the map would be now.',
  other:
    'does not end in keel’s stamp: it was changed by hand, or is no map of keel’s. It is replaced, and kept beside, by:',
  nothing: 'is not there.',
} as const

export const MEANINGS = {
  'too-large': 'too large to be parsed',
  'long-lines': 'has lines too long to have been written by hand',
  encoding: 'has two bytes a letter (UTF-16), and no mark that says so',
  unreadable: 'could not be read',
  'no-grammar': 'its grammar is missing or broken',
  timeout: 'took too long to parse',
  hang: 'hung the parser',
  crash: 'broke the parser',
  unstarted: 'no parser could be started',
  syntax: 'has a part that is in no form its grammar knows',
  manifest: 'is broken, and what it says is missing',
} as const
