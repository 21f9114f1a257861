import { inShort } from '#kit/in-short.ts'
import { inTree } from '#kit/in-tree.ts'
import { findCycles, waitsForItself } from './find-cycles.ts'
import { ancestorsOf } from './ready-tasks.ts'
import { DONE, NO_TASK, NONE, statusAt, type TaskTable, UNKNOWN } from './task-table.ts'

export const GRAPH_FORMATS = ['text', 'mermaid', 'dot'] as const

export type GraphFormat = (typeof GRAPH_FORMATS)[number]

export type TaskDrawing = {
  readonly format: GraphFormat
  readonly text: string
  readonly tasks: number
  readonly cycles: readonly (readonly string[])[]
}

export type DrawingQuestion = {
  /** Only what hangs together with this task. */
  readonly around: string | null
  readonly format: GraphFormat
  readonly which: 'left' | 'all'
}

/** Who waits for whom, and who is a part of what. */
export function drawGraph(table: TaskTable, { around, format, which }: DrawingQuestion): TaskDrawing {
  const places = choosePlaces(table, { around, which })
  const shown = new Set(places)
  const cycles = findCycles(table).filter((cycle) => cycle.some((id) => shown.has(table.placeOf(id) ?? NONE)))
  const graph = { table, places: shown, isInCycle: waitsForItself(table) }
  return { format, text: DRAWERS[format](graph), tasks: places.length, cycles }
}

type Graph = {
  readonly table: TaskTable
  readonly places: ReadonlySet<number>
  readonly isInCycle: (id: string) => boolean
}

function choosePlaces(table: TaskTable, { around, which }: Omit<DrawingQuestion, 'format'>): number[] {
  const { statuses } = table.columns
  const start = around === null ? undefined : table.placeOf(around)
  const isShown = (place: number) =>
    statuses[place] !== NO_TASK && (which === 'all' || place === start || statuses[place] !== DONE)
  const neighbours = neighboursOf(table, isShown)
  if (start === undefined) return [...neighbours.keys()].sort((one, other) => one - other)
  const found = new Set([start])
  for (const place of found) for (const other of neighbours.get(place) ?? []) found.add(other)
  return [...found].sort((one, other) => one - other)
}

/** In both directions. A task without any is in no drawing, unless it names one that nobody has. */
function neighboursOf(
  table: TaskTable,
  isShown: (place: number) => boolean,
): ReadonlyMap<number, Set<number>> {
  const neighbours = new Map<number, Set<number>>()
  const join = (one: number, other: number) => {
    if (!isShown(one) || !isShown(other)) return
    neighbours.set(one, (neighbours.get(one) ?? new Set()).add(other))
    neighbours.set(other, (neighbours.get(other) ?? new Set()).add(one))
  }
  for (const place of table.ids.keys()) {
    const parent = table.columns.parents[place] ?? NONE
    const waits = table.dependenciesOf(place)
    const isAstray = parent === UNKNOWN || waits.includes(UNKNOWN)
    if (isAstray && isShown(place) && !neighbours.has(place)) neighbours.set(place, new Set())
    for (const other of waits) if (other !== UNKNOWN) join(place, other)
    if (parent !== NONE && parent !== UNKNOWN) join(place, parent)
  }
  return neighbours
}

const DRAWERS: Readonly<Record<GraphFormat, (graph: Graph) => string>> = {
  text: drawText,
  mermaid: drawMermaid,
  dot: drawDot,
}

/** Parts stand below what they are a part of, and behind each what it waits for. */
function drawText(graph: Graph): string {
  const { table, places } = graph
  const idOf = (place: number) => table.ids[place] ?? ''
  const above = (place: number) => ancestorsOf(table, place).find((parent) => places.has(parent))
  const sorted = [...places].sort((one, other) => (idOf(one) < idOf(other) ? -1 : 1))
  return inTree(sorted, {
    keyOf: idOf,
    parentOf: (place) => {
      const parent = above(place)
      return parent === undefined ? null : idOf(parent)
    },
  })
    .map(({ item, depth }) => `${'  '.repeat(depth)}${lineOf(graph, item)}\n`)
    .join('')
}

function lineOf({ table, isInCycle }: Graph, place: number): string {
  const id = table.ids[place] ?? ''
  const waits = table.headOf(place)?.depends_on ?? []
  const cycle = isInCycle(id) ? ' (in a cycle)' : ''
  return `${id} [${statusAt(table, place)}] ${inShort(titleOf(table, place))}${astrayOf(table, place)}${waits.length === 0 ? '' : ` <- ${plain(waits.join(', '))}`}${cycle}`
}

function titleOf(table: TaskTable, place: number): string {
  return plain(table.headOf(place)?.title ?? '')
}

/** In one line, without what steers a terminal. */
function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
}

/** Whom it names and nobody has, which no line can be drawn to. */
function astrayOf(table: TaskTable, place: number): string {
  const { depends_on = [], parent = null } = table.headOf(place) ?? {}
  const names = [...depends_on, ...(parent === null ? [] : [parent])]
  const missing = names.filter((id) => table.placeOf(id) === undefined)
  return missing.length === 0 ? '' : ` (nobody has ${plain(missing.join(', '))})`
}

function drawMermaid(graph: Graph): string {
  const { table, places, isInCycle } = graph
  const name = (place: number) => `t${place}`
  const label = (place: number) =>
    `${table.ids[place]}: ${titleOf(table, place)}${astrayOf(table, place)}`.replaceAll(
      /["<>&#;]/g,
      (sign) => `#${sign.charCodeAt(0)};`,
    )
  return [
    'graph TD',
    ...[...places].map((place) => `  ${name(place)}["${label(place)}"]:::${statusAt(table, place)}`),
    ...edgesIn(graph).map(
      ({ from, to, kind }) => `  ${name(from)} ${kind === 'waits' ? '-->' : '-.->'} ${name(to)}`,
    ),
    '  classDef done fill:#d3f9d8',
    '  classDef in_progress fill:#fff3bf',
    '  classDef blocked fill:#ffc9c9',
    ...[...places]
      .filter((place) => isInCycle(table.ids[place] ?? ''))
      .map((place) => `  style ${name(place)} stroke:#e03131,stroke-width:3px`),
    '',
  ].join('\n')
}

function drawDot(graph: Graph): string {
  const { table, places, isInCycle } = graph
  const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`
  const name = (place: number) => quoted(table.ids[place] ?? '')
  return [
    'digraph tasks {',
    '  rankdir=LR',
    '  node [shape=box]',
    ...[...places].map((place) => {
      const colour = isInCycle(table.ids[place] ?? '') ? ', color=red' : ''
      const status = statusAt(table, place)
      const look = status === 'done' ? ', style=dashed' : ''
      const label = `${table.ids[place]}: ${titleOf(table, place)}${astrayOf(table, place)}${status === 'open' ? '' : ` [${status}]`}`
      return `  ${name(place)} [label=${quoted(label)}${colour}${look}]`
    }),
    ...edgesIn(graph).map(
      ({ from, to, kind }) => `  ${name(from)} -> ${name(to)}${kind === 'waits' ? '' : ' [style=dotted]'}`,
    ),
    '}',
    '',
  ].join('\n')
}

/** From what comes first to what comes after it, and from the whole to its parts. */
function edgesIn({ table, places }: Graph): { from: number; to: number; kind: 'waits' | 'part' }[] {
  return [...places].flatMap((place) => {
    const parent = table.columns.parents[place] ?? NONE
    const waits = table.dependenciesOf(place).filter((other) => places.has(other))
    return [
      ...waits.map((other) => ({ from: other, to: place, kind: 'waits' as const })),
      ...(places.has(parent) ? [{ from: parent, to: place, kind: 'part' as const }] : []),
    ]
  })
}
