import * as z from 'zod'
import { isTooDeep } from '#kit/is-too-deep.ts'
import { isInProject } from '#words/is-in-project.ts'
import { type TaskDraft, WHOLE } from '../tasks/import/contract.ts'
import { newDraft } from '../tasks/import/new-draft.ts'
import { planImport } from '../tasks/import/plan-import.ts'
import { tableOfPlanned } from '../tasks/table-of.ts'

const line = z.string().trim().min(1).max(500)

const answerSchema = z.object({
  epic: z.object({ title: line, description: z.string().max(20_000).default('') }),
  tasks: z
    .array(
      z.object({
        key: line.regex(/^[\w.-]+$/, 'is no short name of letters, digits, - and _'),
        title: line,
        type: z.enum(['feature', 'bug', 'chore']).default('feature'),
        description: z.string().max(20_000).default(''),
        acceptance: z.array(line).min(1),
        files: z.array(line).default([]),
        depends_on: z.array(line).default([]),
        check: z.string().trim().min(1).nullable().default(null),
      }),
    )
    .min(1)
    .max(100),
})

export type ReadAnswer =
  | { readonly kind: 'plan'; readonly drafts: readonly TaskDraft[] }
  /** A sentence for each thing that is wrong, as it can be told to who answered. */
  | { readonly kind: 'wrong'; readonly reasons: readonly string[] }

/** What somebody answered who was asked for a plan, once every rule for one has been looked at. */
export function readAnswer(text: string): ReadAnswer {
  const json = findJson(text)
  if (json === null) return wrong(['There is no JSON object in your answer, or none that can be read.'])
  const parsed = answerSchema.safeParse(json)
  if (!parsed.success)
    return wrong(
      parsed.error.issues.slice(0, REASONS_MAX).map(({ path, message }) => `${path.join('.')}: ${message}`),
    )
  const { epic, tasks } = parsed.data
  const outside = tasks.flatMap(({ key, files }) =>
    files.filter((file) => !isInside(file)).map((file) => `${key}: ${file} is no file of this project.`),
  )
  const drafts = [
    newDraft({ key: WHOLE, title: epic.title, type: 'epic', description: epic.description }),
    ...tasks.map(({ depends_on, ...task }) => newDraft({ ...task, parent: WHOLE, dependsOn: depends_on })),
  ]
  const source = { format: 'plan', path: 'The plan', prefix: 'plan:#', drafts, notUnderstood: [] } as const
  const planned = planImport({ sources: [source], table: tableOfPlanned([]), parent: null, now: new Date(0) })
  const reasons = [...outside, ...(planned.kind === 'refused' ? planned.reasons : [])]
  return reasons.length > 0 ? wrong(reasons.slice(0, REASONS_MAX)) : { kind: 'plan', drafts }
}

const REASONS_MAX = 20

function wrong(reasons: readonly string[]): ReadAnswer {
  return { kind: 'wrong', reasons }
}

/** The last fence that holds an object, else all from the first brace to the last: models like to say a word before. */
function findJson(text: string): unknown {
  const fenced = [...text.matchAll(/```(?:json)?[ \t]*\n([\s\S]*?)\n[ \t]*```/g)].map(
    ([, inside = '']) => inside,
  )
  const braces = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)
  for (const candidate of [...fenced.reverse(), braces]) {
    if (!candidate.trim().startsWith('{') || isTooDeep(candidate)) continue
    try {
      // Models write null for what they have nothing to say of.
      return JSON.parse(candidate, (_, value) => value ?? undefined)
    } catch {
      // Perhaps the next.
    }
  }
  return null
}

/** A path from the root that stays below it, and is neither git’s nor keel’s. */
function isInside(file: string): boolean {
  return isInProject(file) && !/^(?:\.\/)?\.(?:git|keel)(?:\/|$)/.test(file.replaceAll('\\', '/'))
}
