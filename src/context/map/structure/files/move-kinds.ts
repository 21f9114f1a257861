import { type FileKind, isAlike, traitsOf } from './file-kind.ts'
import type { InventoryFile } from './take-inventory.ts'

type Moves = { readonly come: readonly InventoryFile[]; readonly gone: readonly InventoryFile[] }

/**
 * The kinds that there are when files have come and gone. Null where a folder, or a language that sources in a folder are written in, has
 * come or gone with them: then it is not only numbers that are others.
 */
export function moveKinds(kinds: readonly FileKind[], { come, gone }: Moves): FileKind[] | null {
  const moved = new Set([...come, ...gone].map(({ folder }) => folder))
  const around = kinds.filter(({ folder }) => moved.has(folder))
  const left = gone.reduce<readonly FileKind[]>((some, file) => withOne(some, { file, times: -1 }), around)
  const now = come.reduce<readonly FileKind[]>((some, file) => withOne(some, { file, times: 1 }), left)
  // What was there before and is there now has been there all the time: those that came were not needed for it.
  const stays = (file: InventoryFile) =>
    left.some((kind) => kind.folder === file.folder && (!isCode(file) || isOfSame(kind, file)))
  if (![...come, ...gone].every(stays)) return null
  return [...kinds.filter(({ folder }) => !moved.has(folder)), ...now]
}

function isCode({ role, language }: InventoryFile): boolean {
  return role === 'source' && language !== null
}

function isOfSame(kind: FileKind, { role, language }: InventoryFile): boolean {
  return kind.role === role && kind.language === language
}

type Move = { readonly file: InventoryFile; readonly times: number }

function withOne(kinds: readonly FileKind[], { file, times }: Move): readonly FileKind[] {
  const traits = traitsOf(file)
  const place = kinds.findIndex((kind) => kind.folder === file.folder && isAlike(kind, traits))
  const known = kinds[place]
  const now = (known?.times ?? 0) + times
  const others = kinds.filter((_, at) => at !== place)
  // Sizes are not known of those that come and go alike.
  return now === 0 ? others : [...others, { ...traits, folder: file.folder, times: now, bytes: undefined }]
}
