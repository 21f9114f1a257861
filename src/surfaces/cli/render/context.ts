import type { ContextReport } from '#verbs/context.ts'
import type { Terminal } from '../terminal.ts'

type HostContext = ContextReport['hosts'][number]
type ContextFile = HostContext['files'][number]

/** One table a host: what the model sees, in its order, then what it will never see and why. */
export function renderContext(
  { directory, tokenizer, hosts, notSearched }: ContextReport,
  terminal: Terminal,
): string {
  const { paint } = terminal
  const head = `${paint('bold', 'What each host loads from')} ${paint('dim', `${directory}  tokens: ${tokenizer}`)}`
  return [
    head,
    '',
    ...hosts.flatMap((host) => [...hostLines(host, terminal), '']),
    ...notSearchedLines(notSearched, terminal),
  ].join('\n')
}

function notSearchedLines(folders: ContextReport['notSearched'], { paint, mark }: Terminal): string[] {
  if (folders.length === 0) return []
  const why = 'ignored by git, or node_modules; a host may still load instruction files from there on demand.'
  return [paint('dim', `Not searched: ${listOf(folders)} ${mark('dash')} ${why}`), '']
}

function hostLines(
  { title, basis, files, notLoaded, unordered, atStart, isCut }: HostContext,
  terminal: Terminal,
): string[] {
  const { paint } = terminal
  const total =
    files.length === 0
      ? 'loads nothing'
      : `${number(atStart.tokens)} tokens in ${count(atStart.files, 'file')} at start`
  const width = Math.max(...files.map((file) => label(file, terminal).length), 0)
  return [
    `${paint('bold', title)}  ${total}${isCut ? paint('red', '  something is cut') : ''}  ${paint('dim', basis)}`,
    ...files.flatMap((file, index) => fileLines(file, { position: index + 1, width, terminal })),
    ...unorderedLines(unordered, terminal),
    ...notLoadedLines(notLoaded, terminal),
  ]
}

function unorderedLines(sources: HostContext['unordered'], { paint, mark }: Terminal): string[] {
  if (sources.length === 0) return []
  const what = 'files from here come in the order of the file system, which differs between machines.'
  return [`   ${paint('dim', `${mark('same')}  ${listOf(sources)} ${mark('dash')} ${what}`)}`]
}

/** Files with one reason share a line: a repository may have hundreds that a host passes over. */
function notLoadedLines(files: HostContext['notLoaded'], { paint, mark }: Terminal): string[] {
  const firsts = files.filter((file, index) => files.findIndex((other) => isAlike(file, other)) === index)
  return firsts.map((first) => {
    const paths = files.filter((file) => isAlike(first, file)).map(({ path }) => path)
    const style = first.kind === 'cut' ? 'red' : first.kind === 'missing' ? 'yellow' : 'dim'
    const sign = paint(style, mark(first.kind === 'ignored' ? 'same' : 'warning'))
    return `   ${sign}  ${paint('dim', `${listOf(paths)} ${mark('dash')} ${first.because}`)}`
  })
}

function isAlike(one: HostContext['notLoaded'][number], other: HostContext['notLoaded'][number]): boolean {
  return one.kind === other.kind && one.because === other.because
}

function listOf(paths: readonly string[]): string {
  const shown = paths.length <= 4 ? paths : paths.slice(0, 3)
  const rest = paths.length - shown.length
  return `${shown.join(', ')}${rest === 0 ? '' : ` and ${rest} more`}`
}

function fileLines(
  file: ContextFile,
  { position, width, terminal }: { position: number; width: number; terminal: Terminal },
): string[] {
  const { paint } = terminal
  const sizes = `${size(file.bytes).padStart(8)} ${count(file.lines, 'line').padStart(11)} ${`${number(file.tokens)} tok`.padStart(11)}`
  const remarks = remarksOn(file)
  return [
    `  ${String(position).padStart(2)}  ${label(file, terminal).padEnd(width)}  ${sizes}  ${paint('dim', occasion(file))}`.trimEnd(),
    ...remarks.map(({ style, text }) => `        ${paint(style, text)}`),
  ]
}

function remarksOn({ cut, repeats }: ContextFile): { style: 'red' | 'yellow'; text: string }[] {
  return [
    ...(cut === null
      ? []
      : [{ style: 'red' as const, text: `cut: ${size(cut.bytes)} never arrive. ${cut.because}` }]),
    ...(repeats === null
      ? []
      : [
          {
            style: 'yellow' as const,
            text: `loaded twice: ${count(repeats.lines, 'line')} also in ${repeats.path}`,
          },
        ]),
  ]
}

function label({ path, via }: ContextFile, { mark }: Terminal): string {
  return via.kind === 'import' ? `${mark('branch')} ${path}` : path
}

function occasion({ via, when }: ContextFile): string {
  const origin =
    via.kind === 'import'
      ? `imported by ${via.from}:${via.line}`
      : via.kind === 'setting'
        ? `by ${via.setting}`
        : ''
  return [origin, moment(when)].filter((part) => part !== '').join(', ')
}

function moment(when: ContextFile['when']): string {
  switch (when.kind) {
    case 'start':
      return ''
    case 'directory':
      return `when a file in ${when.directory} is read`
    case 'listing':
      return `when ${when.directory} is listed or written to; files there are refused`
    case 'match':
      return `when a file matching ${when.globs.join(', ')} is read`
    case 'asked':
      return 'when the model asks for it'
  }
}

function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

function count(amount: number, noun: string): string {
  return `${number(amount)} ${noun}${amount === 1 ? '' : 's'}`
}

function number(amount: number): string {
  return amount.toLocaleString('en-US')
}
