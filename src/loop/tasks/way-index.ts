import { isWild, type NameIndex, openNameIndex } from './name-index.ts'
import { namesMeet } from './names-meet.ts'

/** Ways to files, as `spellGlob` spells them, each with a number, in a tree of their names. */
export type WayIndex = {
  readonly add: (way: readonly string[], number: number) => void
  /** The number of one that could lead to the same file; null where none could. */
  readonly find: (way: readonly string[]) => number | null
}

export function openWayIndex(): WayIndex {
  const root = newNode()
  return {
    add: (way, number) => {
      let node = root
      for (const name of way) {
        node.any ??= number
        node = below(node, name)
      }
      node.any ??= number
      node.end ??= number
    },
    find: (way) => find(root, { way, at: 0 }),
  }
}

type Node = {
  /** One that ends here, and one that ends here or below. */
  end: number | null
  any: number | null
  readonly children: Map<string, Node>
  readonly plain: NameIndex
  readonly wild: NameIndex
}

function newNode(): Node {
  return { end: null, any: null, children: new Map(), plain: openNameIndex(), wild: openNameIndex() }
}

function below({ children, plain, wild }: Node, name: string): Node {
  const known = children.get(name)
  if (known !== undefined) return known
  const fresh = newNode()
  children.set(name, fresh)
  const names = isWild(name) ? wild : plain
  names.add(name)
  return fresh
}

type Way = { readonly way: readonly string[]; readonly at: number }

function find(node: Node, { way, at }: Way): number | null {
  if (node.end !== null) return node.end
  const name = way[at]
  if (name === undefined) return node.any
  const rest = { way, at: at + 1 }
  if (name === '*') return findIn(node.children.values(), rest)
  const same = node.children.get(name)
  const found = same === undefined ? null : find(same, rest)
  if (found !== null) return found
  const others = isWild(name) ? [...node.wild.near(name), ...node.plain.near(name)] : node.wild.near(name)
  for (const names of others) {
    const met = findIn(meeting(node, { names, name }), rest)
    if (met !== null) return met
  }
  return null
}

function findIn(nodes: Iterable<Node>, rest: Way): number | null {
  for (const node of nodes) {
    const found = find(node, rest)
    if (found !== null) return found
  }
  return null
}

function* meeting(
  { children }: Node,
  { names, name }: { names: readonly string[]; name: string },
): Generator<Node> {
  for (const other of names) {
    const child = other !== name && namesMeet(other, name) ? children.get(other) : undefined
    if (child !== undefined) yield child
  }
}
