import type { Undone } from '#kit/changes.ts'
import type { Conflict, Remark } from './place-section.ts'

/** A conflict in the bytes of a file, or with the file itself. */
export type FileConflict =
  | Conflict
  | { readonly kind: 'outside'; readonly target: string }
  | { readonly kind: 'loop' | 'not-a-file' | 'read-only' | 'unreadable' }
  | Undone

/** Why the file was left exactly as it is, and what to do about it. */
export function describeConflict(file: string, conflict: FileConflict): string {
  switch (conflict.kind) {
    case 'begin-without-end':
      return `${file} has a BEGIN marker without its END (${lines(conflict.lines)}). Nothing was changed: add the line \`<!-- END KEEL MANAGED SECTION -->\` where keel's text ends, or delete the BEGIN line, then run the same command again.`
    case 'end-without-begin':
      return `${file} has an END marker without its BEGIN (${lines(conflict.lines)}). Nothing was changed: delete the stray END line, then run the same command again.`
    case 'duplicate':
      return `${file} has more than one keel section (markers on ${lines(conflict.lines)}). Nothing was changed: keep one and delete the others, then run the same command again.`
    case 'nested':
      return `${file} has keel sections inside each other (markers on ${lines(conflict.lines)}). Nothing was changed: keep one BEGIN and one END, then run the same command again.`
    case 'open-code':
      return `${file} opens a code fence or a \`<pre>\` on ${lines(conflict.lines)} and never closes it, so that a section below would be part of the code. Nothing was changed: close it, then run the same command again.`
    case 'utf-16':
      return `${file} is UTF-16, which no host reads as instructions. Nothing was changed: save it as UTF-8, then run the same command again.`
    case 'binary':
      return `${file} contains NUL bytes and does not look like text. Nothing was changed.`
    case 'outside':
      return `${file} leads out of the project, to ${conflict.target}. keel writes only inside the project. Nothing was changed: replace the link by a file, or run keel where the file lives.`
    case 'loop':
      return `${file} is a link that leads back to itself. Nothing was changed: remove the link, then run the same command again.`
    case 'not-a-file':
      return `${file} is not a regular file. Nothing was changed.`
    case 'read-only':
      return `${file} is read-only. Nothing was changed: run \`chmod u+w ${file}\` if keel may write it, then the same command again.`
    case 'unreadable':
      return `${file} cannot be read with your permissions. Nothing was changed.`
    case 'stale':
      return `${file} was changed by somebody else while keel was working. Their version was kept: run the same command again.`
    case 'failed':
      return `${file} could not be written (${conflict.reason}) and is as it was. Mend what the system refused, then run the same command again.`
  }
}

/** What the user should know about a file that was handled. */
export function describeRemark(remark: Remark, { file, savedAs }: { file: string; savedAs: string }): string {
  switch (remark.kind) {
    case 'edited':
      return `${file} was edited inside keel's markers. The edit is kept in ${savedAs}: move what you want to keep outside the markers, then delete that file.`
    case 'newer-version':
      return `${file} has a section of version ${remark.version}, written by a newer keel. It was left alone: upgrade keel to refresh it.`
    case 'quoted':
      return `${file} quotes keel's markers as code (${lines(remark.lines)}). The quotation was left alone.`
    case 'imports-agents-file':
      return `${file} only imports AGENTS.md, which carries the section. It was left as it is.`
    case 'hard-linked':
      return `${file} had another name by a hard link. It is a file of its own now; the other name keeps the text as it was.`
    case 'invalid-utf-8':
      return `${file} is not valid UTF-8. Its bytes were kept as they are, but hosts will show broken characters.`
  }
}

function lines(numbers: readonly number[]): string {
  return numbers.length === 1 ? `line ${numbers[0]}` : `lines ${numbers.join(', ')}`
}
