import { redact } from '#kit/redact.ts'
import { changeTask } from './change-task.ts'
import type { TaskSource, TaskTrouble } from './sources/contract.ts'

export type Note = {
  readonly source: TaskSource
  readonly id: string
  readonly text: string
  /** Who writes it. */
  readonly by: string
  readonly at: Date
}

export type Noted = { readonly kind: 'noted'; readonly note: string }

/** Writes a note down at a task, with the time and who wrote it. What looks like a secret is taken out. */
export function writeNote(note: Note): Noted | TaskTrouble {
  const written = { kind: 'noted', note: composeNote(note) } as const
  return changeTask<Noted | TaskTrouble>(note, (found) => {
    const plan = found.edit({ note: written.note })
    return plan.kind === 'edited'
      ? { write: plan.write, answer: () => written }
      : { write: null, answer: () => plan }
  })
}

export function composeNote({ text, by, at }: Pick<Note, 'text' | 'by' | 'at'>): string {
  const time = at.toISOString().slice(0, 16).replace('T', ' ')
  return `${time} ${by}: ${visible(redact(text))}`
}

/** What neither an agent nor a terminal shows could only deceive. */
function visible(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, (character) => (/[\n\t]/.test(character) ? character : ''))
}
