import { dirname, join, resolve } from 'node:path'
import { type ParseError, parse } from 'jsonc-parser'
import * as z from 'zod'
import type { Place } from '#words/place.ts'
import { readText } from './read-text.ts'

/**
 * The `instructions` of every configuration file that counts here, in the order in which opencode merges them:
 * the lists are joined, an entry named twice stands where it was named first.
 */
export function readInstructionsSetting({
  place,
  globalFolder,
  projectFolders,
}: {
  place: Place
  globalFolder: string
  /** Nearest first. */
  projectFolders: readonly string[]
}): string[] {
  const { cwd, home, environment } = place
  const named = environment['OPENCODE_CONFIG'] ?? ''
  const moved = environment['OPENCODE_CONFIG_DIR'] ?? ''
  // The files of the global folder alone replace one another's list: the last that has one is the one that counts.
  const global = ['opencode.jsonc', 'opencode.json', 'config.json']
    .map((name) => instructionsIn(join(globalFolder, name), place))
    .find((list) => list !== null)
  const files = [
    ...(named === '' ? [] : [resolve(cwd, named)]),
    ...projectFolders.toReversed().flatMap(configFilesOf),
    ...projectFolders.flatMap((folder) => configFilesOf(join(folder, '.opencode'))),
    ...configFilesOf(join(home, '.opencode')),
    ...(moved === '' ? [] : configFilesOf(resolve(cwd, moved))),
  ]
  const inline = parseInstructions(environment['OPENCODE_CONFIG_CONTENT'] ?? '', { folder: cwd, place })
  const lists = [global, ...files.map((path) => instructionsIn(path, place)), inline]
  return [...new Set(lists.flatMap((list) => list ?? []))]
}

function configFilesOf(folder: string): string[] {
  return [join(folder, 'opencode.json'), join(folder, 'opencode.jsonc')]
}

function instructionsIn(path: string, place: Place): string[] | null {
  return parseInstructions(readText(path), { folder: dirname(path), place })
}

/** Null where there is no list. A text that opencode itself would reject stops opencode, not this report. */
function parseInstructions(
  text: string,
  { folder, place }: { folder: string; place: Place },
): string[] | null {
  const errors: ParseError[] = []
  const config = configSchema.safeParse(parse(text, errors, { allowTrailingComma: true }))
  if (errors.length > 0 || !config.success) return null
  return config.data.instructions?.map((entry) => fillIn(entry, { folder, place })) ?? null
}

const configSchema = z.object({ instructions: z.array(z.string()).optional() })

/** Only entries are filled in: elsewhere in a configuration, these placeholders stand for keys and tokens. */
function fillIn(
  entry: string,
  { folder, place: { home, environment } }: { folder: string; place: Place },
): string {
  return entry
    .replaceAll(/\{env:([^}]+)\}/g, (_, name: string) => environment[name] ?? '')
    .replaceAll(/\{file:([^}]+)\}/g, (_, path: string) =>
      readText(resolve(folder, path.replace(/^~(?=\/)/, home))).trim(),
    )
}
