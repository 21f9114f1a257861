import { basename } from 'node:path'
import type { UnloadedFile } from '#words/instructions.ts'
import type { Mention } from './find-mentions.ts'
import { type MentionPlace, type ResolvedMention, resolveMention } from './resolve-mention.ts'

type FailedMention = {
  readonly mention: Mention
  readonly found: Exclude<ResolvedMention, { kind: 'file' }>
  readonly from: MentionPlace
  /** Where it is written, as a person would say it. */
  readonly at: string
}

/** Why an `@` brought nothing. A word that nobody can have meant as a file is passed over. */
export function explainMention({ mention: { name }, found, from, at }: FailedMention): UnloadedFile[] {
  const ignored = (because: string): UnloadedFile[] => [{ path: found.path, kind: 'ignored', because }]
  switch (found.kind) {
    case 'bare-word':
      return resolveMention(`./${name}`, from).kind === 'file'
        ? ignored(`${at} mentions it, but a name without a dot or a slash stays text: write @./${name}.`)
        : []
    case 'not-relative':
      return isPath(name) ? ignored(`${at} imports it, and Copilot CLI imports only by relative paths.`) : []
    case 'outside':
      return ignored(`${at} imports it, and Copilot CLI imports only from inside ${from.importRoot}.`)
    case 'directory':
      return ignored(`${at} imports it, but it is a directory.`)
    case 'unreadable':
      return isPath(name) ? ignored(`${at} imports it, but it cannot be read.`) : []
    case 'missing':
      return explainMissing({ name, path: found.path, from, at })
  }
}

function explainMissing({
  name,
  path,
  from,
  at,
}: {
  name: string
  path: string
  from: MentionPlace
  at: string
}): UnloadedFile[] {
  const shorter = /^.*?\.[A-Za-z0-9]+(?=\W)/.exec(name)?.[0] ?? name
  const meant = shorter === name ? null : resolveMention(shorter, from)
  if (meant?.kind === 'file') {
    if (/^\][([]/.test(name.slice(shorter.length))) {
      const because = `${at} mentions it in a link, where what follows ${shorter} counts as part of the name.`
      return [{ path: meant.path, kind: 'ignored', because }]
    }
    const tail = name.slice(shorter.length)
    const because = `${at} imports it: the “${tail}” behind ${shorter} counts as part of the name.`
    return [{ path, kind: 'missing', because }]
  }
  if (!isPath(name)) return []
  return [{ path, kind: 'missing', because: `${at} imports it, but there is no such file.` }]
}

/**
 * A path is written as one, or ends in an extension; `types/node` is the name of something else. What has brackets or
 * another `@` in it was never meant as one name.
 */
function isPath(name: string): boolean {
  if (/\]|(?:^|[^\w/])@/.test(name)) return false
  return /^\.{1,2}\//.test(name) || /.\.\w+$/.test(basename(name))
}
