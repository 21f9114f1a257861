import { type Frame, findTraces } from './find-traces.ts'

/** The text of a task, by what its parts are worth. */
export type TaskParts = {
  readonly title: string
  readonly prose: string
  /** In back quotes. */
  readonly inline: string
  /** Code that is not in a line of text. */
  readonly block: string
  /** What a program said of where it failed. */
  readonly trace: string
  /** Lines that name an error. */
  readonly error: string
}

export type Task = {
  readonly parts: TaskParts
  /** Files and lines that a trace goes through, the innermost first. */
  readonly frames: readonly Frame[]
  /** Files that are linked to on a host of repositories, with the first and the last line. */
  readonly links: readonly Link[]
}

export type Link = { readonly path: string; readonly lines: readonly [number, number] | null }

/** Takes a task's text apart. Nothing in it can make that slow. */
export function readTask(text: string): Task {
  const clean = text
    .slice(0, TEXT_MAX)
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replaceAll(PICTURE, ' ')
    .split('\n')
    .map((line) => withSlashes(line.slice(0, LINE_MAX)))
  const [title = '', ...rest] = clean.join('\n').trimStart().split('\n')
  const links = [title, ...rest].filter((line) => !isTemplate(line)).flatMap(linksIn)
  const sorted = sortLines(rest.map(withoutLinks))
  const prose = sorted.prose.join('\n')
  return {
    parts: {
      title: withoutLinks(title),
      prose,
      inline: [...`${title}\n${prose}`.matchAll(/`([^`\n]+)`/g)].map(([, span]) => span).join('\n'),
      block: sorted.block.join('\n'),
      trace: sorted.trace.join('\n'),
      error: [...sorted.prose, ...sorted.block, ...sorted.trace]
        .filter((line) => ERROR.test(line))
        .join('\n'),
    },
    frames: findTraces([...sorted.trace, ...sorted.block].join('\n')),
    links,
  }
}

const TEXT_MAX = 16_000
const LINE_MAX = 600

/** With the paths of Windows as they are written everywhere else. What has no ending may be a name of PHP. */
function withSlashes(line: string): string {
  return line.replaceAll(WINDOWS_PATH, (path) => path.replaceAll('\\', '/'))
}

const WINDOWS_PATH = /(?<![\w.@~-])(?:[A-Za-z]:\\)?(?:[\w.@~-]+\\)+[\w@~-][\w.@~-]*\.\w+/g

/** Where a browser got a script from says nothing, but where in it something failed does. */
function withoutLinks(line: string): string {
  return line.replaceAll(URL_IN_TEXT, (url) => PLACE_IN_SCRIPT.exec(url)?.[1] ?? ' ')
}

const PLACE_IN_SCRIPT = /^\w+:\/\/[^/]*(\/.*\.\w+(?:\?[^:]*)?:\d+:\d+)$/
/** What a picture is called says what somebody's screen does. The marks that fold a text leave it. */
const PICTURE =
  /!\[[^\]\n]*\](?:\([^)\n]*\))?|<\/?(?:img|picture|source|video|details|summary|br|kbd)(?:\s[^<>\n]*)?\/?>/gi
const URL_IN_TEXT = /\b(?:https?|ftp):\/\/[^\s)>\]"'`]+/g
const ERROR = /\w*(?:Error|Exception|Warning|panic|fatal|error) ?[:[]/

type Sorted = { readonly prose: string[]; readonly block: string[]; readonly trace: string[] }

function sortLines(lines: readonly string[]): Sorted {
  const sorted: Sorted = { prose: [], block: [], trace: [] }
  let fenced: string[] | null = null
  let loose: string[] = []
  const isTrace = (text: string) => findTraces(text).length > 0 || /^Traceback \(most recent/m.test(text)
  const endLoose = () => {
    if (loose.length > 0) (isTrace(loose.join('\n')) ? sorted.trace : sorted.block).push(...loose)
    loose = []
  }
  for (const line of lines) {
    if (/^\s*(?:```|~~~)/.test(line)) {
      endLoose()
      if (fenced === null) fenced = []
      else {
        putBlock(fenced, { sorted, isTrace })
        fenced = null
      }
    } else if (fenced !== null) fenced.push(line)
    else if (beginsLoose(line) || (loose.length > 0 && isLoose(line))) loose.push(line)
    else {
      endLoose()
      if (!isTemplate(line)) sorted.prose.push(line)
    }
  }
  endLoose()
  if (fenced !== null) putBlock(fenced, { sorted, isTrace })
  return sorted
}

/** What no sentence begins with. */
function beginsLoose(line: string): boolean {
  return (
    /^(?: {4}|\t)\S|^\s*(?:>>>|In \[)|^Traceback \(most recent/.test(line) ||
    (FRAME_LIKE.test(line) && findTraces(line).length > 0)
  )
}

/** However far a line is indented, and also if it is not: what only a program says. */
const FRAME_LIKE = /^\s+(?:at|from|in) |^\s*#\d+ /

/** What follows an indented line until there is a blank one. */
function isLoose(line: string): boolean {
  return /^\s+\S/.test(line) || /^\w*(?:Error|Exception)\b/.test(line)
}

function putBlock(
  lines: readonly string[],
  { sorted, isTrace }: { sorted: Sorted; isTrace: (text: string) => boolean },
): void {
  const versions = lines.filter((line) => /^\s*[\w.@/ -]+[ :=@]+v?\d+(?:\.\d+)+\S*\s*$/.test(line)).length
  if (lines.length > 0 && versions > lines.length * 0.6) return
  ;(isTrace(lines.join('\n')) ? sorted.trace : sorted.block).push(...lines)
}

/** What stands in every issue of a project. Of the boxes of a list, those that are ticked answer a question, if shortly. */
function isTemplate(line: string): boolean {
  const [, tick, said = ''] = /^\s*[-*] \[([ xX])\](.*)/.exec(line) ?? []
  const length = line.trim().split(/\s+/).length
  if (tick !== undefined) return tick === ' ' || length > ANSWER_MAX || /^\s*I\b/.test(said)
  return length < 8 && TEMPLATE.test(line)
}

/** In words, with the box. */
const ANSWER_MAX = 8

const TEMPLATE =
  /^[\s#*_]*(?:steps? to reproduce|to reproduce|reproduction|expected (?:behaviou?r|results?|output)|actual (?:behaviou?r|results?|output)|current behaviou?r|observed behaviou?r|environment|versions?|system info(?:rmation)?|additional (?:context|info(?:rmation)?)|screenshots?|description|describe the (?:bug|feature)|what happened|what you expected|code (?:sample|example)|example|checklist|context|possible (?:solution|fix)|proposal|motivation|summary|dialect|configuration|are you willing|code of conduct|search before asking|tests? are included|platform|operating system|python version|os)\b[\s:*_?.]*/i

function linksIn(line: string): Link[] {
  return [...line.matchAll(LINK)].map(([, path = '', first, last]) => ({
    path: decode(path),
    lines: first === undefined ? null : [Number(first), Number(last ?? first)],
  }))
}

const LINK = /\/(?:blob|tree|raw)\/[^/\s]+\/([^\s#?)>\]"'`]+)(?:#L(\d+)(?:-L?(\d+))?)?/g

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
