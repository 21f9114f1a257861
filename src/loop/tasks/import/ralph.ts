import { basename } from 'node:path/posix'
import type { ImportFormat, NotUnderstood, SourceFile, TaskDraft } from './contract.ts'
import { WHOLE } from './contract.ts'
import { newDraft } from './new-draft.ts'
import { asList, asRecord, asText, parseJson } from './parse-json.ts'
import { pathsIn } from './paths-in.ts'

/** The `prd.json` of https://github.com/snarktank/ralph: user stories that a loop works through by their priority. */
export const ralph: ImportFormat = {
  name: 'ralph',
  recognises: ({ path, text }) =>
    path.endsWith('.json') &&
    (/"userStories"\s*:/.test(text) || (basename(path) === 'prd.json' && /"passes"\s*:/.test(text))),
  read: (file) => {
    const parsed = parseJson(file.text)
    if (parsed.kind === 'unreadable') return parsed
    const about = asRecord(parsed.value) ?? {}
    const listed = about['userStories'] ?? about['stories'] ?? about['features'] ?? parsed.value
    if (!Array.isArray(listed)) return { kind: 'unreadable', reason: 'has no list of `userStories`' }
    const { stories, odd } = readStories(listed, file)
    if (listed.length > 0 && stories.length === 0)
      return { kind: 'unreadable', reason: 'has no user story with an id or a title' }
    const drafts = inOrder(stories).map((story) => story.draft)
    // Ralph takes another branch for another list, puts the old one into an archive, and counts from US-001 again.
    const list = asText(about['branchName'])
    return {
      kind: 'drafts',
      drafts: [wholeDraft(about, { file, drafts }), ...drafts],
      notUnderstood: odd,
      isInOrder: !stories.some(({ saysWaits }) => saysWaits),
      ...(list === '' ? {} : { list }),
    }
  },
}

type Story = {
  readonly draft: TaskDraft
  /** 1 comes first. */
  readonly rank: number
  /** Whether it says itself what it waits for, as in some of Ralph’s relatives. */
  readonly saysWaits: boolean
}

function readStories(
  listed: readonly unknown[],
  { path }: SourceFile,
): { stories: Story[]; odd: NotUnderstood[] } {
  const stories: Story[] = []
  const odd: NotUnderstood[] = []
  for (const [index, value] of listed.entries()) {
    const place = `${path}, story ${index + 1}`
    const story = asRecord(value)
    const title = asText(story?.['title']) || asText(story?.['name']) || asText(story?.['description'])
    const key = asText(story?.['id']) || (title === '' ? '' : `#${index + 1}`)
    if (story === null || key === '') odd.push({ place, text: 'has neither an id nor a title.' })
    else stories.push(readStory(story, { key, title: title || key, rank: listed.length + index }))
    if (story !== null && 'passes' in story && typeof story['passes'] !== 'boolean')
      odd.push({
        place,
        text: `passes is neither true nor false: ${JSON.stringify(story['passes'])?.slice(0, 60)}`,
      })
  }
  return { stories, odd }
}

function readStory(
  story: Readonly<Record<string, unknown>>,
  { key, title, rank }: { key: string; title: string; rank: number },
): Story {
  const description = asText(story['description'])
  const notes = asText(story['notes'])
  const criteria = asList(story['acceptanceCriteria'] ?? story['steps'])
  const acceptance = criteria.map((one) =>
    asText(asRecord(one)?.['text'] ?? asRecord(one)?.['description'] ?? one),
  )
  const waits = story['dependsOn'] ?? story['dependencies']
  const isDone = story['passes'] === true || /^(?:done|completed?|passed)$/i.test(asText(story['status']))
  return {
    rank: typeof story['priority'] === 'number' ? story['priority'] : rank,
    saysWaits: Array.isArray(waits),
    draft: newDraft({
      key,
      title,
      status: isDone ? 'done' : 'open',
      parent: WHOLE,
      dependsOn: asList(waits).map(asText),
      labels: asText(story['category']) === '' ? [] : [asText(story['category'])],
      acceptance,
      files: pathsIn([description, ...acceptance].join('\n')),
      description: [
        description === title ? '' : description,
        notes === '' ? '' : `## Notes from Ralph\n\n${notes}`,
      ]
        .filter((part) => part !== '')
        .join('\n\n'),
    }),
  }
}

/**
 * Ralph works on one story at a time, the lowest number first, and tells authors to put into the order what depends on what. So
 * each waits for those of the number before, unless the file says itself who waits for whom.
 */
function inOrder(stories: readonly Story[]): Story[] {
  const sorted = [...stories].sort((one, other) => one.rank - other.rank)
  if (sorted.some(({ saysWaits }) => saysWaits)) return sorted
  const ranks = [...new Set(sorted.map(({ rank }) => rank))]
  const keysAt = new Map(
    ranks.map((rank) => [rank, sorted.filter((one) => one.rank === rank).map(({ draft }) => draft.key)]),
  )
  return sorted.map((story) => {
    const before = ranks[ranks.indexOf(story.rank) - 1]
    const dependsOn = before === undefined ? [] : (keysAt.get(before) ?? [])
    return { ...story, draft: { ...story.draft, dependsOn } }
  })
}

function wholeDraft(
  about: Readonly<Record<string, unknown>>,
  { file, drafts }: { file: SourceFile; drafts: readonly TaskDraft[] },
): TaskDraft {
  const described = asText(about['description'])
  const project = asText(about['project']) || asText(about['name'])
  const branch = asText(about['branchName'])
  const isDone = drafts.length > 0 && drafts.every(({ status }) => status === 'done')
  return newDraft({
    key: WHOLE,
    title: described.split('\n', 1)[0] || project || basename(file.path),
    type: 'epic',
    status: isDone ? 'done' : 'open',
    labels: project === '' ? [] : [project],
    description: [described, branch === '' ? '' : `The branch of the work is \`${branch}\`.`]
      .filter((part) => part !== '')
      .join('\n\n'),
  })
}
