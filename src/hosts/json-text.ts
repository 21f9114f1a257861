import {
  createScanner,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser'

/** A JSON file of somebody else's, in which a piece can be put or taken away and everything else stays to the byte. */
export type JsonText = {
  readonly kind: 'json'
  readonly root: JsonContainer
  /** The text with a piece in front of all that a container holds, on a line of its own. */
  readonly prepend: (container: JsonContainer, piece: JsonPiece) => string
  /** The text without one of the things that a container holds. What was put there by `prepend` leaves no trace. */
  readonly without: (container: JsonContainer, child: JsonContainer) => string
}

/** `key` is null in a list. */
export type JsonPiece = { readonly key: string | null; readonly value: unknown }

export type JsonContainer = {
  readonly type: string
  readonly value: unknown
  /** The values it holds, in order. */
  readonly children: readonly JsonContainer[]
  readonly member: (name: string) => JsonContainer | null
  readonly isRepeated: (name: string) => boolean
  /** Where it stands; with its key, if it has one. */
  readonly start: number
  readonly end: number
  /** Where what it holds begins. */
  readonly inside: number
}

export function openJson(text: string): JsonText | { readonly kind: 'broken'; readonly because: string } {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : ''
  const body = text.slice(mark.length)
  const errors: ParseError[] = []
  const tree = parseTree(body, errors, { allowTrailingComma: true })
  const [error] = errors
  if (error !== undefined || tree === undefined)
    return { kind: 'broken', because: `the file is no JSON: ${describe(body, error)}` }
  return {
    kind: 'json',
    root: containerOf(tree),
    prepend: (container, piece) => {
      const added = `${layOut(body, { container, piece })}${container.children.length === 0 ? '' : ','}`
      return mark + body.slice(0, container.inside) + added + body.slice(container.inside)
    },
    without: (container, child) => mark + cut(body, { container, child }),
  }
}

function describe(body: string, error: ParseError | undefined): string {
  if (error === undefined) return 'it is empty'
  const line = body.slice(0, error.offset).split('\n').length
  return `${printParseErrorCode(error.error)} in line ${line}`
}

function containerOf(node: Node): JsonContainer {
  const value = node.type === 'property' ? (node.children?.[1] ?? node) : node
  const held = value.type === 'object' || value.type === 'array' ? (value.children ?? []) : []
  const named = (name: string) =>
    held.filter(({ type, children }) => type === 'property' && children?.[0]?.value === name)
  return {
    type: value.type,
    get value(): unknown {
      return getNodeValue(value)
    },
    get children() {
      return held.map(containerOf)
    },
    member: (name) => {
      const [found] = named(name)
      return found === undefined ? null : containerOf(found)
    },
    isRepeated: (name) => named(name).length > 1,
    start: node.offset,
    end: node.offset + node.length,
    inside: value.offset + 1,
  }
}

function layOut(body: string, { container, piece }: { container: JsonContainer; piece: JsonPiece }): string {
  const lineEnd = body.includes('\r\n') ? '\r\n' : '\n'
  const [first] = container.children
  const unit = /\n([ \t]+)\S/.exec(body)?.[1] ?? '  '
  const beside = first === undefined ? null : /\n([ \t]*)$/.exec(body.slice(0, first.start))?.[1]
  const line = /(?:^|\n)([ \t]*)[^\n]*$/.exec(body.slice(0, container.inside))?.[1] ?? ''
  const indent = beside ?? line + unit
  const lines = JSON.stringify(piece.value, null, unit).split('\n')
  const key = piece.key === null ? '' : `${JSON.stringify(piece.key)}: `
  return `${lineEnd}${indent}${key}${lines.join(lineEnd + indent)}`
}

/** With the blanks before it and the comma behind it; the comma before it, where it is the last of several. */
function cut(body: string, { container, child }: { container: JsonContainer; child: JsonContainer }): string {
  const start = body.slice(0, child.start).trimEnd().length
  const behind = commaAfter(body, child.end)
  if (behind !== null) return body.slice(0, start) + body.slice(child.end, behind) + body.slice(behind + 1)
  const index = container.children.findIndex((one) => one.start === child.start)
  const previous = container.children[index - 1]
  const before = previous === undefined ? null : commaAfter(body, previous.end)
  if (before === null) return body.slice(0, start) + body.slice(child.end)
  return body.slice(0, before) + body.slice(before + 1, start) + body.slice(child.end)
}

/** The comma that comes next but for blanks and comments. */
function commaAfter(body: string, from: number): number | null {
  const scanner = createScanner(body, true)
  scanner.setPosition(from)
  return scanner.scan() === COMMA ? scanner.getTokenOffset() : null
}

/** `SyntaxKind.CommaToken`, which the library declares as a `const enum` and so does not export as a value. */
const COMMA = 5
