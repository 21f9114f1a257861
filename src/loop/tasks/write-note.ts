import { redact } from '#kit/redact.ts'
import { addNote } from './add-note.ts'
import { changeTask, type TaskTrouble } from './change-task.ts'
import { joinTaskFile, splitTaskFile } from './split-task-file.ts'

export type Note = {
  readonly root: string
  readonly id: string
  readonly text: string
  /** Who writes it. */
  readonly by: string
  readonly at: Date
}

export type Noted = { readonly kind: 'noted'; readonly note: string }

/** Writes a note down in a task’s file, with the time and who wrote it. What looks like a secret is taken out. */
export function writeNote(note: Note): Noted | TaskTrouble {
  const written = { kind: 'noted', note: composeNote(note) } as const
  return changeTask<Noted | TaskTrouble>(note, (found) => {
    const parts = splitTaskFile(found.text)
    if (parts === null) return { text: null, answer: () => written }
    const closing = parts.closing.endsWith('\n') ? parts.closing : `${parts.closing}${parts.newline}`
    const body = addNote(parts.body, { note: written.note, newline: parts.newline })
    return { text: joinTaskFile({ ...parts, closing, body }), answer: () => written }
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
