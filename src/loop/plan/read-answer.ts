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

const texts = z
  .array(z.unknown())
  .catch([])
  .transform((all) => all.flatMap((one) => (typeof one === 'string' && one.trim() !== '' ? one.trim() : [])))

/** What can be made of an answer that has not the right shape, so that the rest of what is wrong with it can be told, too. */
const looseSchema = z.object({
  epic: z
    .object({ title: z.string().catch(''), description: z.string().catch('') })
    .catch({ title: '', description: '' }),
  tasks: z
    .array(
      z
        .object({
          key: z.string().trim().min(1),
          title: z.string().catch(''),
          files: texts,
          depends_on: texts,
          check: z.string().trim().min(1).nullable().catch(null),
        })
        .nullable()
        .catch(null),
    )
    .catch([])
    .transform((all) => all.filter((one) => one !== null)),
})

export type ReadAnswer =
  | { readonly kind: 'plan'; readonly drafts: readonly TaskDraft[] }
  /** A sentence for each thing that is wrong, as it can be told to who answered. */
  | { readonly kind: 'wrong'; readonly reasons: readonly string[] }

/** What somebody answered who was asked for a plan, once every rule for one has been looked at: they are asked but once more. */
export function readAnswer(text: string): ReadAnswer {
  const json = findJson(text)
  if (json === null) return wrong(['There is no JSON object in your answer, or none that can be read.'])
  const parsed = answerSchema.safeParse(json)
  const misshapen = parsed.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
  const { epic, tasks } = parsed.data ?? looseSchema.parse(json)
  const outside = tasks.flatMap(({ key, files }) =>
    files.filter((file) => !isInside(file)).map((file) => `${key}: ${file} is no file of this project.`),
  )
  const drafts = [
    newDraft({ key: WHOLE, title: epic.title, type: 'epic', description: epic.description }),
    ...tasks.map(({ depends_on, ...task }) => newDraft({ ...task, parent: WHOLE, dependsOn: depends_on })),
  ]
  const planned = planImport({
    sources: [{ ...SOURCE, drafts }],
    table: tableOfPlanned([]),
    parent: null,
    now: new Date(0),
  })
  const reasons = [...misshapen, ...outside, ...(planned.kind === 'refused' ? planned.reasons : [])]
  return reasons.length > 0 ? wrong(reasons) : { kind: 'plan', drafts }
}

const SOURCE = {
  format: 'plan',
  path: 'The plan',
  list: null,
  prefix: 'plan:#',
  formerly: null,
  notUnderstood: [],
} as const

const REASONS_MAX = 40

function wrong(reasons: readonly string[]): ReadAnswer {
  const rest = reasons.length - REASONS_MAX
  return {
    kind: 'wrong',
    reasons: [...reasons.slice(0, REASONS_MAX), ...(rest > 0 ? [`And ${rest} more.`] : [])],
  }
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
