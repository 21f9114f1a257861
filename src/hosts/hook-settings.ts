import type { HookInstall, InstallOutcome, RemovalOutcome } from './install.ts'
import { type JsonContainer, type JsonText, openJson } from './json-text.ts'

/** What keel wants to stand in the settings of one host. They share their form: events, groups with a matcher, handlers. */
export type HookSettings = {
  readonly host: string
  readonly path: string
  readonly events: readonly HookEvent[]
  /** What a handler needs beside its command, in the host's own unit of time. */
  readonly timeout: number
  readonly extra: Readonly<Record<string, unknown>>
}

export type HookEvent = { readonly event: string; readonly matcher: string | null }

export function hookSettings(settings: HookSettings): HookInstall {
  return {
    path: settings.path,
    install: (before, command) => install(before, { settings, command: commandLine(command) }),
    remove: (before, command) => remove(before, { settings, command: commandLine(command) }),
  }
}

type Wanted = { readonly settings: HookSettings; readonly command: string }

function install(before: string | null, wanted: Wanted): InstallOutcome {
  if (before === null) return { kind: 'write', after: newFile(wanted) }
  const json = openJson(before)
  const conflict = conflictIn(json, wanted)
  if (conflict !== null) return { kind: 'conflict', because: conflict }
  if (json.kind === 'broken' || isInstalled(json, wanted)) return { kind: 'unchanged' }
  const cleared = remove(before, wanted)
  const base = cleared.kind === 'write' ? cleared.after : before
  if (base === null) return { kind: 'write', after: newFile(wanted) }
  // Each goes in front of what is there, so the last comes first.
  const after = [...wanted.settings.events]
    .reverse()
    .reduce((text, event) => insert(text, { event, wanted }), base)
  return { kind: 'write', after }
}

/**
 * How much around a handler is keel's own: nothing, the list of its event, all hooks, or the whole file. The order of the
 * handler's keys says which. It means nothing to anybody else and lasts as long as the handler does, and without it a
 * removal could not tell an empty list that was there before from one that was not.
 */
const ORDERS = [
  ['type', 'command', 'timeout'],
  ['type', 'timeout', 'command'],
  ['command', 'type', 'timeout'],
  ['command', 'timeout', 'type'],
] as const

type Extent = 0 | 1 | 2 | 3

function newFile(wanted: Wanted): string {
  return `${JSON.stringify({ hooks: allHooks(wanted, 3) }, null, 2)}\n`
}

function allHooks(wanted: Wanted, extent: Extent): Record<string, unknown> {
  return Object.fromEntries(
    wanted.settings.events.map((event) => [event.event, [groupOf(event, { wanted, extent })]]),
  )
}

function groupOf({ matcher }: HookEvent, { wanted, extent }: { wanted: Wanted; extent: Extent }): unknown {
  const values = { type: 'command', command: wanted.command, timeout: wanted.settings.timeout }
  const ordered = Object.fromEntries(ORDERS[extent].map((key) => [key, values[key]]))
  return {
    ...(matcher === null ? {} : { matcher }),
    hooks: [{ ...ordered, ...wanted.settings.extra }],
  }
}

function insert(text: string, { event, wanted }: { event: HookEvent; wanted: Wanted }): string {
  const json = openJson(text)
  if (json.kind === 'broken') return text
  const hooks = json.root.member('hooks')
  if (hooks === null) return json.prepend(json.root, { key: 'hooks', value: allHooks(wanted, 2) })
  const list = hooks.member(event.event)
  if (list === null)
    return json.prepend(hooks, { key: event.event, value: [groupOf(event, { wanted, extent: 1 })] })
  // All hooks went in at once, this one among them.
  if (ownHandlers(list, wanted).length > 0) return text
  return json.prepend(list, { key: null, value: groupOf(event, { wanted, extent: 0 }) })
}

function remove(before: string, wanted: Wanted): RemovalOutcome {
  const json = openJson(before)
  if (json.kind === 'broken') return { kind: 'conflict', because: json.because }
  let text = before
  for (let next = removeOne(text, wanted); next !== text; next = removeOne(text, wanted)) {
    if (next === null) return { kind: 'write', after: null }
    text = next
  }
  return text === before ? { kind: 'unchanged' } : { kind: 'write', after: text }
}

/** The text without the first of keel's handlers and what came with it; null where that was all there is. */
function removeOne(text: string, wanted: Wanted): string | null {
  const json = openJson(text)
  const hooks = json.kind === 'json' ? json.root.member('hooks') : null
  if (json.kind === 'broken' || hooks === null) return text
  const list = hooks.children.find((one) => ownHandlers(one, wanted).length > 0)
  const [own] = list === undefined ? [] : ownHandlers(list, wanted)
  if (list === undefined || own === undefined) return text
  const extent = extentOf(own.handler)
  if (own.handlers.children.length > 1) return json.without(own.handlers, own.handler)
  if (extent === 0 || list.children.length > 1) return json.without(list, own.group)
  const isAllOurs = hooks.children.every((one) => isOwnAlone(one, wanted))
  if (extent === 1 || !isAllOurs) return json.without(hooks, list)
  const rest = json.without(json.root, hooks)
  return extent === 3 && /^\s*\{\s*\}\s*$/.test(rest) ? null : rest
}

type Own = {
  readonly group: JsonContainer
  readonly handlers: JsonContainer
  readonly handler: JsonContainer
}

function ownHandlers(list: JsonContainer, wanted: Wanted): Own[] {
  return list.children.flatMap((group) => {
    const handlers = group.member('hooks')
    if (handlers === null) return []
    return handlers.children
      .filter((handler) => isOwn(handler.value, wanted))
      .map((handler) => ({ group, handlers, handler }))
  })
}

function isOwnAlone(list: JsonContainer, wanted: Wanted): boolean {
  const own = ownHandlers(list, wanted)
  return list.children.length === 1 && own.length === 1 && own[0]?.handlers.children.length === 1
}

/** By its command: the one that is asked for, or one by which another keel on another machine was called. */
function isOwn(handler: unknown, { settings, command }: Wanted): boolean {
  if (typeof handler !== 'object' || handler === null || !('command' in handler)) return false
  const words = [handler.command, ...('args' in handler && Array.isArray(handler.args) ? handler.args : [])]
  const line = words.filter((word) => typeof word === 'string').join(' ')
  return line === command || OWN_COMMAND.exec(line)?.[1] === settings.host
}

const OWN_COMMAND = /(?:^|[\s/\\'"])(?:keel|bin\.cjs)['"]?\s+hook\s+['"]?([a-z-]+)['"]?\s*$/

function extentOf(handler: JsonContainer): Extent {
  const keys = Object.keys(handler.value as object).filter((key) =>
    ['type', 'command', 'timeout'].includes(key),
  )
  const index = ORDERS.findIndex((order) => order.every((key, at) => keys[at] === key))
  return index === -1 ? 0 : (index as Extent)
}

function isInstalled(json: JsonText, wanted: Wanted): boolean {
  const hooks = json.root.member('hooks')
  return wanted.settings.events.every((event) => {
    const list = hooks?.member(event.event) ?? null
    const own = list === null ? [] : ownHandlers(list, wanted)
    const [only] = own
    return only !== undefined && own.length === 1 && isAsWanted(only, { event, wanted })
  })
}

function isAsWanted(
  { group, handler }: Own,
  { event, wanted }: { event: HookEvent; wanted: Wanted },
): boolean {
  const { matcher = null } = group.value as { matcher?: unknown }
  const { command, timeout, extra } = { command: wanted.command, ...wanted.settings }
  return matcher === event.matcher && isSame(handler.value, { type: 'command', command, timeout, ...extra })
}

function isSame(one: unknown, other: unknown): boolean {
  const sorted = (value: unknown) => JSON.stringify(Object.entries(value as object).sort())
  return sorted(one) === sorted(other)
}

/** What keeps keel from finding its place in a file. It is left to whoever wrote it. */
function conflictIn(json: ReturnType<typeof openJson>, { settings }: Wanted): string | null {
  if (json.kind === 'broken') return json.because
  const hooks = json.root.member('hooks')
  if (json.root.type !== 'object') return 'the file holds no JSON object'
  if (json.root.isRepeated('hooks')) return 'hooks stands in it twice'
  if (hooks === null) return null
  if (hooks.type !== 'object') return 'hooks is no object in it'
  for (const { event } of settings.events) {
    const list = hooks.member(event)
    if (hooks.isRepeated(event)) return `hooks.${event} stands in it twice`
    if (list !== null && list.type !== 'array') return `hooks.${event} is no list in it`
  }
  return null
}

/** One line for a shell. */
function commandLine(words: readonly string[]): string {
  return words
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(' ')
}
