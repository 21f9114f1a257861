import { isMap, isScalar, isSeq, parseDocument, visit } from 'yaml'
import type * as z from 'zod'
import { isTooDeep } from '#kit/is-too-deep.ts'
import { type TaskHead, taskSchema } from '#words/task.ts'
import { plainHead } from './plain-head.ts'
import { splitTaskFile } from './split-task-file.ts'

export type ParsedTask =
  | {
      readonly kind: 'task'
      readonly head: TaskHead
      readonly description: string
      /** What else its file says, in the words of whoever wrote it. */
      readonly others: Readonly<Record<string, unknown>>
    }
  /** Why it is no task, in a sentence without a subject: `has no title`. */
  | { readonly kind: 'broken'; readonly reason: string }

/** What a task’s file says. `id` is that of its name, which stands where the file does not say it. */
export function parseTask(bytes: Buffer, id: string): ParsedTask {
  const text = bytes.toString('utf8')
  // Half of the bytes that are no text would be lost when it is written again.
  if (text.includes('\ufffd') && !Buffer.from(text).equals(bytes)) return broken('is not UTF-8')
  const parts = splitTaskFile(text)
  if (parts === null) return broken('has no front matter between two lines of ---')
  const fields = readFields(parts.head, 1)
  if (typeof fields === 'string') return broken(fields)
  const known = readHead(fields, id)
  return known.kind === 'broken' ? known : { ...known, description: parts.body.trim() }
}

type ParsedHead =
  | Pick<Extract<ParsedTask, { kind: 'task' }>, 'kind' | 'head' | 'others'>
  | Extract<ParsedTask, { kind: 'broken' }>

/** What fields say, wherever they stand. */
export function readHead(fields: Readonly<Record<string, unknown>>, id: string): ParsedHead {
  const known = taskSchema.safeParse({ id, ...asTyped(fields) }, { reportInput: true })
  if (!known.success) return broken(known.error.issues.map(describe).join(', '))
  if (known.data.id !== id) return broken(`says that it is ${known.data.id}, and is called ${id}`)
  const others = Object.entries(fields).filter(([key]) => !Object.hasOwn(taskSchema.shape, key))
  return { kind: 'task', head: known.data, others: Object.fromEntries(others) }
}

function broken(reason: string): Extract<ParsedTask, { kind: 'broken' }> {
  return { kind: 'broken', reason }
}

/** The fields, or what is wrong with all of them, by the line where it stands: so many lines are before the first. */
export function readFields(head: string, linesBefore = 0): Record<string, unknown> | string {
  const plain = plainHead(head)
  if (plain !== null) return plain
  if (isTooDeep(head)) return 'is nested deeper than anybody would write'
  try {
    const fields: unknown = parsed(head) ?? {}
    return isRecord(fields) ? fields : 'has front matter that is no list of fields'
  } catch (error) {
    return `is not YAML: ${sayWrong(error, linesBefore)}`
  }
}

/** What the parser says to who reads its message, and not to who wrote a program with it. */
function sayWrong(error: unknown, linesBefore: number): string {
  const [line = ''] = String(error instanceof Error ? error.message : error).split('\n', 1)
  return line
    .replace(/; please use YAML\.\w+\(\)/, '')
    .replace(/\bat line (\d+)/, (_, number) => `at line ${Number(number) + linesBefore}`)
    .replace(/:$/, '')
}

/** What is a text stays as it is spelled: to YAML `1.10` is the number 1.1, and `007` is 7. */
function parsed(head: string): unknown {
  const document = parseDocument(head, { logLevel: 'error' })
  const [error] = document.errors
  if (error !== undefined) throw error
  const pairs = isMap(document.contents) ? document.contents.items : []
  for (const { key, value } of pairs) {
    const isText = isScalar(key) && (LISTS.has(String(key.value)) || TEXTS.has(String(key.value)))
    if (!isText || !(isScalar(value) || isSeq(value))) continue
    visit(value, {
      Scalar: (_, scalar) => {
        if (typeof scalar.value === 'number' && scalar.source !== undefined) scalar.value = scalar.source
      },
    })
  }
  return document.toJS()
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * What people mean: an id of digits is a text, one name is a list of one, a day is its first moment, and a key with nothing
 * behind it says nothing.
 */
function asTyped(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const typed: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(fields)) {
    if (value === null || value === undefined) continue
    if (LISTS.has(key)) typed[key] = [value].flat().map(asText)
    else if (TEXTS.has(key)) typed[key] = asText(value)
    else if (key === 'created' && /^\d{4}-\d\d-\d\d$/.test(String(value))) typed[key] = `${value}T00:00:00Z`
    else typed[key] = value
  }
  return typed
}

const LISTS = new Set(['depends_on', 'labels', 'acceptance', 'files'])
const TEXTS = new Set(['id', 'title', 'parent', 'check'])

function asText(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value
}

function describe(whole: z.core.$ZodIssue): string {
  const { path, code, message: _, ...issue } = whole
  const message = wishOf(whole)
  const [key = '', at] = path.map(String)
  const article = /^[aeiou]/.test(key) ? 'an' : 'a'
  if (code === 'invalid_type' && issue.input === undefined && path.length === 1) return `has no ${key}`
  if (code === 'invalid_value' && 'values' in issue)
    return `has ${article} ${key} that is none of ${(issue.values as readonly unknown[]).join(', ')}`
  if (at !== undefined) return `has ${key} of which keel cannot use number ${Number(at) + 1} (${message})`
  return `has ${article} ${key} that keel cannot use (${message})`
}

/** What it should be, in our words. */
function wishOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `it has to be ${KINDS[issue.expected] ?? issue.expected}`
    case 'too_small':
      return issue.origin === 'string' ? 'there is nothing in it' : `it has to be ${issue.minimum} at least`
    case 'too_big':
      return `it has to be ${issue.maximum} at most`
    case 'invalid_format':
      return issue.format === 'datetime'
        ? 'it has to be a time such as 2026-01-31T12:00:00Z'
        : 'it has to be letters, digits, dashes and dots'
    case 'not_multiple_of':
    case 'unrecognized_keys':
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
    case 'invalid_value':
    case 'custom':
      return issue.message
  }
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
}
