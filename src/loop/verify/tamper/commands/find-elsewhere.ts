import { posix } from 'node:path'
import type { CommandGround } from './command-ground.ts'
import { pathsByProgram } from './narrower-paths.ts'
import { readCommands } from './read-commands.ts'
import { readSettings } from './read-settings.ts'

type Looking = {
  readonly path: string
  readonly before: string
  readonly after: string
  readonly ground: Pick<CommandGround, 'has' | 'hasTests'>
}

type Found = { readonly text: string; readonly near: string }

/**
 * Where tests are taken from another place than before, though those that were run lie there still. Some frameworks name tests by their
 * titles alone, so that a copy that expects something else is called just as they were.
 */
export function findElsewhere(looking: Looking): Found[] {
  const { path } = looking
  if (/(?:^|\/)Cargo\.toml$/.test(path)) return ofTargets(looking)
  if (/(?:^|\/)\.mocharc(?:\.\w+)?$/.test(path)) return ofMocha(looking)
  return ofCommands(looking)
}

function ofCommands({ path, before, after, ground }: Looking): Found[] {
  const old = readCommands({ path, text: before })
  return [...readCommands({ path, text: after })].flatMap(([name, command]) =>
    [...pathsByProgram(command)].flatMap(([program, now]) => {
      const was = pathsByProgram(old.get(name) ?? '').get(program)
      if (was === undefined) return []
      const usual = was.size === 0 && /^_?mocha$/.test(program) ? USUAL : [...was]
      return leftIn({ path, was: usual, now: [...now], ground })
    }),
  )
}

const USUAL = ['test']

function ofMocha({ path, before, after, ground }: Looking): Found[] {
  const specIn = (text: string) => readSettings({ path, text }).selected.get('spec')
  return leftIn({ path, was: specIn(before) ?? USUAL, now: specIn(after) ?? [], ground })
}

type Comparing = Pick<Looking, 'path' | 'ground'> & {
  readonly was: readonly string[]
  readonly now: readonly string[]
}

/** A place that is named no more, and neither is one in it or around it. */
function leftIn({ path, was, now, ground }: Comparing): Found[] {
  const come = now.filter((one) => !was.includes(one))
  if (come.length === 0) return []
  const bases = now.map(baseOf)
  const left = was.find((one) => {
    const base = baseOf(one)
    const isNear = bases.some((other) => isWithin(base, other) || isWithin(other, base))
    const place = posix.join(posix.dirname(path), base)
    return !isNear && (ground.hasTests(place) || (/\.\w+$/.test(base) && ground.has(place)))
  })
  const [near = ''] = come
  return left === undefined
    ? []
    : [{ text: `Tests are taken from \`${near}\`, and those in \`${left}\` are still there.`, near }]
}

/** A pattern is about the folder before its first asterisk. */
function baseOf(path: string): string {
  return path
    .replace(/^\.\//, '')
    .replace(/\/?[^/]*[*{?[].*$/, '')
    .replace(/\/$/, '')
}

function isWithin(path: string, folder: string): boolean {
  return folder === '' || folder === '.' || path === folder || path.startsWith(`${folder}/`)
}

/** `[[test]]` with a path, where the file that cargo would find by the name is there. */
function ofTargets({ path, before, after, ground }: Looking): Found[] {
  const old = new Map(targetsIn(before).map(({ name, file }) => [name, file]))
  return targetsIn(after).flatMap(({ name, file }) => {
    const usual = old.get(name) ?? `tests/${name}.rs`
    if (file === usual || !ground.has(posix.join(posix.dirname(path), usual))) return []
    return [
      { text: `Tests are taken from \`${file}\`, and those in \`${usual}\` are still there.`, near: file },
    ]
  })
}

function targetsIn(text: string): { readonly name: string; readonly file: string }[] {
  return text
    .replaceAll(/^[ \t]*#[^\n]*/gm, '')
    .split(/^(?=[ \t]*\[)/m)
    .filter((section) => /^\s*\[\[\s*test\s*\]\]/.test(section))
    .flatMap((section) => {
      const fieldOf = (key: string) => new RegExp(`^\\s*${key}\\s*=\\s*["']([^"']+)`, 'm').exec(section)?.[1]
      const [name, file] = [fieldOf('name'), fieldOf('path')]
      return name === undefined || file === undefined ? [] : [{ name, file: posix.normalize(file) }]
    })
}
