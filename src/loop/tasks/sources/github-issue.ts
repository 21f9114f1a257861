import * as z from 'zod'
import type { TaskHead, TaskStatus } from '#words/task.ts'
import { readHead } from '../parse-task.ts'
import type { TaskRow } from '../task-table.ts'
import { readBlock } from './block-text.ts'
import { meaningOf } from './label-meaning.ts'
import { listItems } from './list-items.ts'
import { isTrusted, quoteOf, writerOf } from './written-by.ts'

const written = { author: z.object({ login: z.string() }).nullish(), authorAssociation: z.string().nullish() }
const named = z.object({ nodes: z.array(z.object({ name: z.string() })) })
const otherSchema = z.object({
  number: z.int(),
  databaseId: z.int().nullable(),
  state: z.string(),
  repository: z.object({ nameWithOwner: z.string() }),
})

/** What GitHub says of an issue, as far as keel reads it. */
export const githubIssueSchema = z.object({
  number: z.int(),
  databaseId: z.int().nullable(),
  title: z.string(),
  body: z.string(),
  state: z.string(),
  stateReason: z.string().nullish(),
  url: z.string(),
  createdAt: z.string(),
  ...written,
  labels: named,
  assignees: z.object({ nodes: z.array(z.object({ login: z.string() })) }),
  milestone: z.object({ title: z.string() }).nullish(),
  /** What servers of some age do not know. */
  issueType: z.object({ name: z.string() }).nullish(),
  parent: otherSchema.nullish(),
  blockedBy: z.object({ nodes: z.array(otherSchema) }).nullish(),
  comments: z
    .object({
      totalCount: z.int(),
      nodes: z.array(
        z.object({
          ...written,
          body: z.string(),
          createdAt: z.string(),
        }),
      ),
    })
    .nullish(),
})

export type GithubIssue = z.infer<typeof githubIssueSchema>

/** Fields that an issue has no place for. */
export const IN_BLOCK = [
  'acceptance',
  'files',
  'check',
  'checks',
  'changes_tests',
  'blocked_by',
  'depends_on',
  'parent',
] as const

export type GithubAround = {
  readonly repository: string
  /** The issue whose text has this one in its list of tasks. */
  readonly listedIn: (number: string) => string | null
  /** What makes an issue ready whose author may not write to the repository. */
  readonly acceptLabel: string
  /** Who asks, as GitHub calls them; empty where nobody knows. */
  readonly whoAmI: () => string
}

export type GithubRow = TaskRow & { readonly others?: Readonly<Record<string, unknown>> }

export function readGithubIssue(issue: GithubIssue, around: GithubAround): GithubRow {
  const id = String(issue.number)
  const block = blockOf(issue)
  if (typeof block === 'string') return { id, kind: 'broken', reason: block }
  const { fields, prose } = block
  const own = Object.fromEntries(IN_BLOCK.map((key) => [key, fields[key]]))
  const labels = issue.labels.nodes.map(({ name }) => name)
  const status = statusOf(issue.state, labels)
  const links = linksOf(issue, around)
  const parsed = readHead(
    {
      ...own,
      id,
      title: issue.title.trim() === '' ? `#${id}` : issue.title,
      type: typeOf(issue, labels),
      status,
      priority: labels.map(meaningOf).find((one) => one?.kind === 'priority')?.priority ?? 2,
      // What another repository has is nobody’s to hold up here.
      parent: asNumber(links.parent) ?? asNumber(own['parent']) ?? links.said.parent ?? around.listedIn(id),
      depends_on: [
        ...new Set([
          ...links.native,
          ...[own['depends_on'] ?? []].flat().map((one) => asNumber(one) ?? String(one)),
          ...links.said.dependencies,
        ]),
      ].filter((other) => other !== id),
      labels: labels.filter((label) => meaningOf(label)?.kind !== 'status'),
      acceptance: own['acceptance'] ?? (isTrusted(issue) ? acceptanceIn(prose) : []),
      blocked_by: status === 'blocked' ? own['blocked_by'] : null,
      created: new Date(issue.createdAt).toISOString(),
    },
    id,
  )
  if (parsed.kind === 'broken') return { id, ...parsed }
  const isAccepted = isTrusted(issue) || labels.includes(around.acceptLabel)
  const held = isAccepted ? whoseItIs(issue, around) : whyHeld(issue, around)
  return { id, kind: 'task', head: parsed.head, others: othersOf(issue, fields), held }
}

/** Anybody can open an issue on GitHub. Who may not write to the repository decides neither what is run here nor when. */
function whyHeld(issue: GithubIssue, { acceptLabel }: GithubAround): string {
  return `${writerOf(issue)} wrote it, who may not write to the repository: it waits for the label ${acceptLabel}.`
}

/** Whoever claims it would hear the same. */
function whoseItIs(issue: GithubIssue, { whoAmI }: GithubAround): string | null {
  if (issue.assignees.nodes.length === 0 || issue.state.toLowerCase() === 'closed') return null
  const me = whoAmI()
  const others = me === '' ? [] : assignedBeside(issue, me)
  return others.length === 0 ? null : `It is assigned to ${others.join(', ')} on GitHub.`
}

export function assignedBeside({ assignees }: GithubIssue, me: string): string[] {
  return assignees.nodes.map(({ login }) => login).filter((login) => login !== me)
}

/** What its block says counts where its author may write to the repository; else the block is text like any other. */
export function blockOf(issue: GithubIssue): ReturnType<typeof readBlock> {
  const block = readBlock(issue.body)
  if (isTrusted(issue)) return block
  return { fields: {}, prose: typeof block === 'string' ? issue.body.trim() : block.prose }
}

function asNumber(value: unknown): string | null {
  const found = /^#?(\d+)$/.exec(String(value ?? ''))
  return found?.[1] ?? null
}

/** Of several labels the one that holds it up most. */
function statusOf(state: string, labels: readonly string[]): TaskStatus {
  if (state.toLowerCase() === 'closed') return 'done'
  const said = labels.flatMap((label) => {
    const meaning = meaningOf(label)
    return meaning?.kind === 'status' ? [meaning.status] : []
  })
  return (
    (['blocked', 'deferred', 'implemented', 'in_progress'] as const).find((one) => said.includes(one)) ??
    'open'
  )
}

function typeOf({ issueType }: GithubIssue, labels: readonly string[]): TaskHead['type'] {
  const all = [...labels, ...(issueType ? [issueType.name] : [])]
  return all.map(meaningOf).find((one) => one?.kind === 'type')?.type ?? 'feature'
}

export type Links = {
  /** As GitHub itself knows them. One of another repository is named in full, and left out when it is closed. */
  readonly native: readonly string[]
  readonly parent: string | null
  /** As its text says them. */
  readonly said: { readonly dependencies: readonly string[]; readonly parent: string | null }
}

export function linksOf(issue: GithubIssue, { repository }: Pick<GithubAround, 'repository'>): Links {
  const nameOf = (other: z.infer<typeof otherSchema>) =>
    other.repository.nameWithOwner === repository
      ? String(other.number)
      : `${other.repository.nameWithOwner}#${other.number}`
  const native = (issue.blockedBy?.nodes ?? []).filter(
    (other) => other.repository.nameWithOwner === repository || other.state.toLowerCase() === 'open',
  )
  const text = isTrusted(issue) ? proseOf(issue.body) : ''
  return {
    native: native.map(nameOf),
    parent: issue.parent ? nameOf(issue.parent) : null,
    said: {
      dependencies: [...text.matchAll(WAITS)].flatMap(([, list = '']) => numbersIn(list)),
      parent: PART.exec(text)?.[1] ?? null,
    },
  }
}

const WAITS =
  /\b(?:blocked by|depends on|waits for)[:\s]+((?:#\d+(?:\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*)?)+)/gi
const PART = /\b(?:part of|sub-?issue of|parent:|epic:)\s*#(\d+)/i

function numbersIn(text: string): string[] {
  return [...text.matchAll(/#(\d+)/g)].map(([, number = '']) => number)
}

/** Without code and without what nobody sees: templates explain there how it would be written. */
function proseOf(text: string): string {
  return text
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/^ {0,3}(`{3,}|~{3,})[\s\S]*?^ {0,3}\1[`~]*[ \t]*$/gm, '')
    .replaceAll(/`[^`\n]*`/g, '')
}

/** The issues in the list of tasks of a text: `- [ ] #12`. */
export function listedIn(issue: GithubIssue): string[] {
  if (!isTrusted(issue)) return []
  return [...proseOf(issue.body).matchAll(/^\s*[-*+] \[[ xX]\] (?:https?:\/\/\S+\/issues\/|#)(\d+)\b/gm)].map(
    ([, number = '']) => number,
  )
}

/** The list below a heading that speaks of acceptance. */
function acceptanceIn(prose: string): string[] {
  const found = /^#{1,6}[ \t]+[^\n]*\bacceptance\b[^\n]*\n([\s\S]*?)(?=^#{1,6}[ \t]|(?![\s\S]))/im.exec(prose)
  return found === null || found[1] === undefined ? [] : listItems(found[1])
}

function othersOf(issue: GithubIssue, fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const own = Object.entries(fields).filter(([key]) => !(IN_BLOCK as readonly string[]).includes(key))
  const { url, assignees, milestone, stateReason } = issue
  return {
    ...Object.fromEntries(own),
    url,
    ...(!isTrusted(issue) && strangerIn(issue)),
    ...(assignees.nodes.length > 0 && { assignees: assignees.nodes.map(({ login }) => login) }),
    ...(milestone && { milestone: milestone.title }),
    ...(stateReason && { state_reason: stateReason.toLowerCase() }),
  }
}

function strangerIn(issue: GithubIssue): Record<string, unknown> {
  const block = readBlock(issue.body)
  const said = typeof block === 'string' ? ['its keel block'] : Object.keys(block.fields)
  return {
    written_by: `${writerOf(issue)}, who may not write to the repository`,
    ...(said.length > 0 && { not_counted: said }),
  }
}

/**
 * What is said in an issue goes into the prompt of whoever works on it. The words of people who may not write to the repository are
 * quoted there, and their comments left out: anybody can write those at any time, also after somebody has read and accepted the issue.
 */
export function describeIssue(issue: GithubIssue): string {
  const block = blockOf(issue)
  const text = typeof block === 'string' ? issue.body : block.prose
  const prose = isTrusted(issue) ? text : quoteOf(text, writerOf(issue))
  const { nodes = [], totalCount = 0 } = issue.comments ?? {}
  const own = nodes.filter(isTrusted)
  const earlier = totalCount - nodes.length
  const left = [
    ...(earlier > 0 ? [`- ${earlier} earlier ones are left out.`] : []),
    ...(own.length < nodes.length
      ? [`- ${nodes.length - own.length} by people who may not write to the repository are left out.`]
      : []),
  ]
  const said = own.map(
    (one) =>
      `- ${one.createdAt.slice(0, 16).replace('T', ' ')} ${writerOf(one)}: ${one.body.trim().split(/\r?\n/).join('\n  ')}`,
  )
  const notes = [...left, ...said]
  return notes.length === 0 ? prose : `${prose}\n\n## Notes\n\n${notes.join('\n')}`.trim()
}
