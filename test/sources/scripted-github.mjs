/**
 * A GitHub on loopback for the real `gh`, which talks to the host github.localhost in plain HTTP, through this process as its
 * proxy. It keeps issues in memory and knows as much of REST and GraphQL as keel asks for:
 *
 *   node scripted-github.mjs    prints its port; ends when standard input does
 *
 * POST /scripted changes what no program could: the size of a page, who is logged in, what it refuses.
 */
import { createServer } from 'node:http'

const NAME = 'acme/rocket'
const issues = new Map()
const script = {
  pageSize: 100,
  login: 'anna',
  association: 'OWNER',
  isOld: false,
  refuse: null,
  alsoAssign: null,
  hasFewer: false,
}
let lastNumber = 0

const server = createServer(async (request, response) => {
  let text = ''
  for await (const chunk of request) text += chunk
  const url = new URL(request.url, 'http://api.github.localhost')
  const body = text === '' ? {} : JSON.parse(text)
  const { status, answer } = reply({ method: request.method, path: url.pathname, body, url, request })
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
  response.end(answer === null ? '' : JSON.stringify(answer))
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`))
process.stdin.resume()
process.stdin.on('end', () => process.exit(0))

function reply({ method, path, body, request }) {
  if (path === '/scripted') return ok(Object.assign(script, body))
  if (script.refuse !== null)
    return { status: script.refuse.status, answer: { message: script.refuse.message } }
  if (!/^token \S+|^Bearer \S+/i.test(request.headers.authorization ?? ''))
    return { status: 401, answer: { message: 'Bad credentials' } }
  if (path === '/user') return ok({ login: script.login })
  if (path === '/graphql') return graph(body)
  if (path === `/repos/${NAME}/issues` && method === 'POST')
    return { status: 201, answer: rest(create(body)) }
  const [, number, rest_ = ''] = new RegExp(`^/repos/${NAME}/issues/(\\d+)(/.*)?$`).exec(path) ?? []
  const issue = issues.get(Number(number))
  return issue === undefined ? missing() : about(issue, { method, path: decodeURIComponent(rest_), body })
}

const ok = (answer) => ({ status: 200, answer })
const missing = () => ({ status: 404, answer: { message: 'Not Found' } })

function create({ title, body = '', labels = [] }) {
  lastNumber++
  const issue = {
    number: lastNumber,
    id: 9000 + lastNumber,
    title,
    body,
    login: script.login,
    association: script.association,
    state: 'open',
    reason: null,
    labels: [...labels],
    assignees: [],
    comments: [],
    blockedBy: new Set(),
    parent: null,
    // A second apart, so that there is an order.
    createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, lastNumber)).toISOString().replace('.000', ''),
  }
  issues.set(issue.number, issue)
  return issue
}

const byId = (id) => [...issues.values()].find((one) => one.id === id)

function about(issue, { method, path, body }) {
  const added = (list, more) => [...new Set([...list, ...more])]
  switch (`${method} ${path.replace(/^(\/labels|\/dependencies\/blocked_by)\/.+$/, '$1/*')}`) {
    case 'GET ':
      return ok(rest(issue))
    case 'PATCH ':
      Object.assign(issue, body)
      if (body.state_reason) issue.reason = body.state_reason
      if (body.state === 'open') issue.reason = 'reopened'
      return ok(rest(issue))
    case 'POST /comments':
      issue.comments.push({
        login: script.login,
        association: script.association,
        body: body.body,
        createdAt: '2026-01-02T03:04:05Z',
      })
      return { status: 201, answer: { id: issue.comments.length } }
    case 'POST /labels':
      issue.labels = added(issue.labels, body.labels)
      return ok(issue.labels.map((name) => ({ name })))
    case 'DELETE /labels/*':
      if (!issue.labels.includes(path.slice('/labels/'.length))) return missing()
      issue.labels = issue.labels.filter((name) => name !== path.slice('/labels/'.length))
      return ok([])
    case 'POST /assignees':
      issue.assignees = added(issue.assignees, [...body.assignees, ...(script.alsoAssign ?? [])])
      return { status: 201, answer: rest(issue) }
    case 'DELETE /assignees':
      issue.assignees = issue.assignees.filter((login) => !body.assignees.includes(login))
      return ok(rest(issue))
    case 'POST /dependencies/blocked_by':
      if (byId(body.issue_id) === undefined) return missing()
      issue.blockedBy.add(body.issue_id)
      return { status: 201, answer: rest(issue) }
    case 'DELETE /dependencies/blocked_by/*':
      issue.blockedBy.delete(Number(path.split('/').at(-1)))
      return ok(rest(issue))
    case 'POST /sub_issues':
      byId(body.sub_issue_id).parent = issue.id
      return { status: 201, answer: rest(issue) }
    case 'DELETE /sub_issue':
      byId(body.sub_issue_id).parent = null
      return ok(rest(issue))
  }
  return missing()
}

function rest({ number, id, title, body, state, labels, assignees }) {
  return {
    number,
    id,
    title,
    body,
    state,
    labels: labels.map((name) => ({ name })),
    assignees: assignees.map((login) => ({ login })),
    html_url: `http://github.localhost/${NAME}/issues/${number}`,
  }
}

function graph({ query, variables }) {
  if (script.isOld && /\bblockedBy\b/.test(query))
    return ok({ errors: [{ message: "Field 'blockedBy' doesn't exist on type 'Issue'" }] })
  if (/RepositoryInfo/.test(query))
    return ok({ data: { repository: { nameWithOwner: NAME, url: `http://github.localhost/${NAME}` } } })
  if (/RepositoryInfo/.test(query))
    return ok({ data: { repository: { nameWithOwner: NAME, url: `http://github.localhost/${NAME}` } } })
  const isNative = /\bblockedBy\b/.test(query)
  if (variables.number !== undefined) {
    const issue = issues.get(variables.number)
    if (issue !== undefined) return ok({ data: { repository: { issue: node(issue, isNative) } } })
    const message = `Could not resolve to an Issue with the number of ${variables.number}.`
    return ok({ data: { repository: { issue: null } }, errors: [{ type: 'NOT_FOUND', message }] })
  }
  const all = [...issues.values()]
  const start = Number(variables.endCursor ?? 0)
  const page = all.slice(start, start + script.pageSize)
  const hasNextPage = start + page.length < all.length
  return ok({
    data: {
      repository: {
        issues: {
          totalCount: all.length + (script.hasFewer ? 1 : 0),
          pageInfo: { hasNextPage, endCursor: String(start + page.length) },
          nodes: page.map((issue) => node(issue, isNative)),
        },
      },
    },
  })
}

function node(issue, isNative) {
  const other = (one) => ({
    number: one.number,
    databaseId: one.id,
    state: one.state.toUpperCase(),
    repository: { nameWithOwner: NAME },
  })
  return {
    number: issue.number,
    databaseId: issue.id,
    title: issue.title,
    body: issue.body ?? '',
    state: issue.state.toUpperCase(),
    stateReason: issue.reason === null ? null : issue.reason.toUpperCase(),
    url: `http://github.localhost/${NAME}/issues/${issue.number}`,
    createdAt: issue.createdAt,
    author: { login: issue.login },
    authorAssociation: issue.association,
    labels: { nodes: issue.labels.map((name) => ({ name })) },
    assignees: { nodes: issue.assignees.map((login) => ({ login })) },
    milestone: null,
    ...(isNative && {
      issueType: null,
      parent: issue.parent === null ? null : other(byId(issue.parent)),
      blockedBy: { nodes: [...issue.blockedBy].map((id) => other(byId(id))) },
    }),
    comments: {
      totalCount: issue.comments.length,
      nodes: issue.comments.slice(-50).map(({ login, association, body, createdAt }) => ({
        author: { login },
        authorAssociation: association,
        body,
        createdAt,
      })),
    },
  }
}
