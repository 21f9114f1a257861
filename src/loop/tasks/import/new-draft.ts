import { redact } from '#kit/redact.ts'
import { isInProject } from '#words/is-in-project.ts'
import type { TaskDraft } from './contract.ts'

/** A draft of what is known; whatever nobody said is as in any new task. */
export function newDraft({
  key,
  title,
  description = '',
  ...known
}: Partial<TaskDraft> & { key: string; title: string }): TaskDraft {
  const whole = redact(clean(title).replaceAll(/\s+/g, ' ').trim())
  const short = whole.length <= TITLE_MAX ? whole : cut(whole)
  const text = redact(clean(description).trim())
  const body = short === whole ? text : `${whole}\n\n${text}`.trim()
  return {
    line: null,
    type: 'feature',
    status: 'open',
    priority: 2,
    parent: null,
    check: null,
    ...known,
    blocked_by: known.blocked_by == null ? null : oneLine(known.blocked_by),
    key,
    title: short === '' ? key : short,
    description: body,
    dependsOn: unique(known.dependsOn ?? []),
    labels: unique((known.labels ?? []).map(oneLine)),
    acceptance: unique((known.acceptance ?? []).map(oneLine)),
    files: unique((known.files ?? []).map(oneLine)).filter(isInProject),
  }
}

const TITLE_MAX = 160

function cut(text: string): string {
  const start = text.slice(0, TITLE_MAX)
  const space = start.lastIndexOf(' ')
  return `${(space > TITLE_MAX / 2 ? start.slice(0, space) : start).replace(/[\s,;:.–—-]+$/u, '')} …`
}

/** Without what steers a terminal. */
function clean(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\t]/gu, '')
}

function oneLine(text: string): string {
  return redact(clean(text).replaceAll(/\s+/g, ' ').trim())
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== '')
}
