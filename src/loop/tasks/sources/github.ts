import * as z from 'zod'
import { Fault } from '#words/fault.ts'
import type { Place } from '#words/place.ts'
import type { Task } from '#words/task.ts'
import { userFault } from '#words/user-fault.ts'
import { tableOf } from '../table-of.ts'
import {
  askGh,
  findRepository,
  GH_INSTALL,
  GH_SETTINGS,
  odd,
  parseAnswer,
  type Repository,
  refused,
} from './ask-gh.ts'
import type { Asking } from './ask-program.ts'
import { setInBlock } from './block-text.ts'
import { ACCEPT_LABEL, type AddOutcome, type TaskDraft, type TaskRead, type TaskSource } from './contract.ts'
import { editGithubIssue, type Gh, ownLogin, setLinks } from './edit-github-issue.ts'
import {
  describeIssue,
  type GithubAround,
  type GithubIssue,
  githubIssueSchema,
  IN_BLOCK,
  listedIn,
  readGithubIssue,
} from './github-issue.ts'
import { priorityLabel, typeLabel } from './label-meaning.ts'
import { withoutSecrets } from './without-secrets.ts'

/** Tasks as issues of the repository on GitHub, asked and told by its program `gh`. */
export function github({ acceptLabel = ACCEPT_LABEL, ...place }: GithubPlace): TaskSource {
  const asking: Asking = { ...place, settings: GH_SETTINGS, install: GH_INSTALL }
  let known: Repository | null = null
  const whose = () => (known ??= findRepository(asking))
  const repository = () => whose().name
  const gh: Gh = (question) => askGh(question, { asking, ...whose() })
  let login: string | null = null
  const whoAmI = () => (login ??= ownLogin(gh) ?? '')
  const listed = () => {
    const issues = listIssues(gh, repository())
    return { issues, rows: rowsOf(issues, { repository: repository(), acceptLabel, whoAmI }) }
  }
  return {
    name: 'github',
    root: place.root,
    readAll: () => tableOf(listed().rows, { called: (id) => `#${id}` }),
    read: (id) => readOne(id, { gh, repository, root: place.root, acceptLabel }),
    readTexts: (ids) => {
      const wanted = new Set(ids)
      const { issues, rows } = listed()
      return rows.flatMap((row, at) => {
        const issue = issues[at]
        return row.kind === 'task' && issue !== undefined && wanted.has(row.id)
          ? [
              {
                task: { ...row.head, description: describeIssue(issue) },
                others: row.others ?? {},
                file: issue.url,
              },
            ]
          : []
      })
    },
    add: (draft) => addIssue(withoutSecrets(draft), { gh, repository, root: place.root, acceptLabel }),
    renew: null,
    spell: (typed) => /^(?:.*\/issues\/|.*#)?(\d+)\/?$/.exec(typed)?.[1] ?? typed,
  }
}

export type GithubPlace = Pick<Place, 'root' | 'environment'> & {
  /** What makes an issue ready whose author may not write to the repository. */
  readonly acceptLabel?: string
}

const FIELDS = `number databaseId title body state stateReason url createdAt author { login } authorAssociation
  labels(first: 100) { nodes { name } }
  assignees(first: 20) { nodes { login } }
  milestone { title }`
const OTHER = '{ number databaseId state repository { nameWithOwner } }'
const NATIVE = `issueType { name } parent ${OTHER} blockedBy(first: 100) { nodes ${OTHER} }`
const COMMENTS =
  'comments(last: 50) { totalCount nodes { author { login } authorAssociation body createdAt } }'

const ALL = (fields: string) => `query ($owner: String!, $name: String!, $endCursor: String) {
  repository(owner: $owner, name: $name) {
    issues(first: 100, after: $endCursor, orderBy: { field: CREATED_AT, direction: ASC }) {
      totalCount
      pageInfo { hasNextPage endCursor }
      nodes { ${fields} }
    }
  }
}`

const ONE = (fields: string) => `query ($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) { issue(number: $number) { ${fields} ${COMMENTS} } }
}`

type GraphQuestion = {
  readonly query: (fields: string) => string
  readonly words: readonly string[]
  readonly repository: string
  readonly timeoutMs?: number
}

/** Servers of some age know nothing of types, parents and dependencies, and refuse to be asked. */
function askGraph(gh: Gh, { query, words, repository, timeoutMs }: GraphQuestion): ReturnType<Gh> {
  const [owner = '', name = ''] = repository.split('/')
  const ask = (fields: string) =>
    gh({
      words: [
        'graphql',
        '-f',
        `query=${query(fields)}`,
        '-f',
        `owner=${owner}`,
        '-f',
        `name=${name}`,
        ...words,
      ],
      ...(timeoutMs !== undefined && { timeoutMs }),
    })
  const answer = ask(`${FIELDS} ${NATIVE}`)
  const isOld =
    answer.kind === 'refused' && /(?:issueType|parent|blockedBy)['’"]? doesn['’]t exist/i.test(answer.error)
  return isOld ? ask(FIELDS) : answer
}

const pageSchema = z.object({
  totalCount: z.int(),
  pageInfo: z.object({ hasNextPage: z.boolean() }),
  nodes: z.array(githubIssueSchema),
})

function listIssues(gh: Gh, repository: string): GithubIssue[] {
  const answer = askGraph(gh, {
    query: ALL,
    words: ['--paginate', '--jq', '.data.repository.issues'],
    repository,
    timeoutMs: LIST_MS,
  })
  if (answer.kind === 'refused') throw refused(answer.error, 'gh issue list')
  const pages = answer.output
    .split('\n')
    .flatMap((line) => (line.trim() === '' ? [] : [parseAnswer(line, pageSchema)]))
  const last = pages.at(-1)
  const issues = [
    ...new Map(pages.flatMap(({ nodes }) => nodes).map((issue) => [issue.number, issue])).values(),
  ]
  if (last === undefined || last.pageInfo.hasNextPage) throw odd('the list of issues ends before its end')
  if (issues.length < last.totalCount)
    throw odd(`the list has ${issues.length} of ${last.totalCount} issues; somebody may be changing them`)
  return issues
}

/** Thousands of issues are dozens of pages. */
const LIST_MS = 300_000

function rowsOf(issues: readonly GithubIssue[], known: Omit<GithubAround, 'listedIn'>) {
  const lists = new Map(
    issues.flatMap((issue) => listedIn(issue).map((other) => [other, String(issue.number)] as const)),
  )
  const around: GithubAround = { ...known, listedIn: (id) => lists.get(id) ?? null }
  return issues.map((issue) => readGithubIssue(issue, around))
}

type Reading = {
  readonly gh: Gh
  readonly repository: () => string
  readonly root: string
  readonly acceptLabel: string
}

function readOne(id: string, { gh, repository, root, acceptLabel }: Reading): TaskRead {
  if (!/^[1-9]\d{0,9}$/.test(id)) return { kind: 'missing', id }
  const answer = askGraph(gh, {
    query: ONE,
    words: ['-F', `number=${id}`, '--jq', '.data.repository.issue'],
    repository: repository(),
  })
  if (answer.kind === 'refused') {
    if (/could not resolve to an issue/i.test(answer.error)) return { kind: 'missing', id }
    throw refused(answer.error, `gh issue view ${id}`)
  }
  const issue = parseAnswer(answer.output, githubIssueSchema)
  const [row] = rowsOf([issue], { repository: repository(), acceptLabel, whoAmI: () => '' })
  const mend = `gh issue edit ${id}`
  if (row === undefined || row.kind === 'broken')
    return { kind: 'broken', file: `#${id}`, reason: row?.reason ?? 'cannot be read', mend }
  const task: Task = { ...row.head, description: describeIssue(issue) }
  const editing = { issue, task, gh, root, repository: repository() }
  return {
    kind: 'task',
    task,
    others: row.others ?? {},
    file: issue.url,
    edit: (edit) => editGithubIssue(withoutSecrets(edit), editing),
  }
}

const createdSchema = z.object({ number: z.int(), id: z.int(), html_url: z.string() })

function addIssue({ id, task, isTrial }: TaskDraft, reading: Reading): AddOutcome {
  const { gh } = reading
  if (id !== null)
    throw userFault('misuse', { message: 'GitHub numbers its issues itself.', hint: 'keel task add "…"' })
  if (isTrial) return { kind: 'added', task: { ...task, id: 'new' }, file: '#new' }
  const { parent, depends_on, ...rest } = task
  const own = IN_BLOCK.filter((key) => key !== 'parent' && key !== 'depends_on').map(
    (key) => [key, rest[key]] as const,
  )
  const text = setInBlock(task.description, Object.fromEntries(own)) ?? task.description
  const labels = [...task.labels, typeLabel(task.type), priorityLabel(task.priority)].filter(
    (one) => one !== null,
  )
  const body = { title: task.title, body: text, labels: [...new Set(labels)] }
  const words = ['--method', 'POST', 'repos/{owner}/{repo}/issues']
  const answer = gh({ words, body })
  if (answer.kind === 'refused') throw refused(answer.error, 'gh issue list')
  const made = parseAnswer(answer.output, createdSchema)
  const number = String(made.number)
  if (parent !== null || depends_on.length > 0) linkNew(number, { reading, parent, depends_on })
  return { kind: 'added', task: { ...task, id: number }, file: made.html_url }
}

type NewLinks = Pick<Task, 'parent' | 'depends_on'> & { readonly reading: Reading }

/** The issue is there by now: whoever hears only that something was refused would make it a second time. */
function linkNew(number: string, { reading, parent, depends_on }: NewLinks): void {
  let why: string | null
  try {
    const found = readOne(number, reading)
    why = found.kind === 'task' ? setLinks(found, { parent, depends_on }) : 'it cannot be read yet'
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    why = error.message
  }
  if (why === null) return
  const missing = [
    ...(parent === null ? [] : [`that it is a part of #${parent}`]),
    ...(depends_on.length === 0 ? [] : [`that it waits for ${depends_on.map((id) => `#${id}`).join(', ')}`]),
  ].join(', and ')
  const flags = [
    ...(parent === null ? [] : [`--parent ${parent}`]),
    ...depends_on.map((id) => `--depends-on ${id}`),
  ].join(' ')
  throw userFault('half-added', {
    message: `#${number} was created, and does not say ${missing}: ${why}`,
    hint: `keel task edit ${number} ${flags}`,
  })
}
