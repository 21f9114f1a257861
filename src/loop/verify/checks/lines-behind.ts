import { posix, relative, sep } from 'node:path'
import { isWithin } from '#kit/confine.ts'
import { unwrap } from '../commands-behind.ts'
import { projectScripts } from '../project-scripts.ts'
import { shellParts, shellWords, unquote } from '../shell-words.ts'
import { readCommands } from '../tamper/commands/read-commands.ts'
import { viewFolder } from '../view-folder.ts'

/** A line of the project's own files that a command stands for. */
export type LineBehind = {
  /** The file that has it, from the root. */
  readonly path: string
  readonly text: string
}

/** A program that is started in the end. */
export type StepBehind = {
  /** From the root; empty for the root itself. */
  readonly folder: string
  /** The program as it is written, with its path. */
  readonly program: string
  /** Without what only starts others. */
  readonly words: readonly string[]
}

export type Behind = { readonly lines: readonly LineBehind[]; readonly steps: readonly StepBehind[] }

/**
 * What a command line comes to, with every line on the way as it is written: `commandsBehind` tells which framework will speak, and
 * leaves out what does not matter for that, such as the dash before a recipe that lets it fail.
 */
export function linesBehind({ root, command }: { root: string; command: string }): Behind {
  return follow({ text: command, folder: root }, { root, depth: 0 })
}

type Text = { readonly text: string; readonly folder: string }

function follow({ text, folder }: Text, { root, depth }: { root: string; depth: number }): Behind {
  let at = folder
  const found = shellParts(text).map((part): Behind => {
    const { words, program } = wordsIn(part.text)
    if (words[0] === 'cd') {
      const next = posix.join(at, words[1] ?? '.')
      if (isWithin(root, next)) at = next
      return NOTHING
    }
    if (words.length === 0 || depth > DEPTH_MAX) return NOTHING
    const scripts = projectScripts(words, at)
    if (scripts.length === 0) return { lines: [], steps: [{ folder: below(root, at), program, words }] }
    const commands = scripts.map((script) => script.command)
    const recipes = aroundRecipes({ words, folder: at, commands }).map((line) =>
      placed(line, { root, folder: at }),
    )
    const behind = scripts.map((script) => {
      const inner = follow({ text: script.command, folder: script.folder }, { root, depth: depth + 1 })
      const path = posix.join(below(root, script.folder), 'package.json')
      return joined([
        isOfPackage(words) ? { lines: [{ path, text: script.command }], steps: [] } : NOTHING,
        inner,
      ])
    })
    return joined([{ lines: recipes, steps: [] }, ...behind])
  })
  return joined(found)
}

const NOTHING: Behind = { lines: [], steps: [] }

function joined(all: readonly Behind[]): Behind {
  return { lines: all.flatMap(({ lines }) => lines), steps: all.flatMap(({ steps }) => steps) }
}

function isOfPackage([program = '']: readonly string[]): boolean {
  return !/^(?:make|just|npx|sh|bash)$/.test(program)
}

const DEPTH_MAX = 6

/** Without what stands around a command and changes nothing about which it is. */
function wordsIn(part: string): Pick<StepBehind, 'words' | 'program'> {
  const raw = shellWords(part.replaceAll(/^[\s({]+|[\s)}]+$/g, '')).map(unquote)
  const begin = raw.findIndex((word) => !/^(?:!|if|then|else|do|while|until|\{|sudo|nohup)$/.test(word))
  const own = begin === -1 ? [] : withoutTimeout(raw.slice(begin))
  const words = unwrap(own)
  const program = own[own.length - words.length] ?? ''
  if (words[0] === 'node' && words[1] === '--run')
    return { program, words: ['npm', 'run', ...words.slice(2)] }
  return { program, words }
}

function withoutTimeout(words: readonly string[]): readonly string[] {
  if (words[0] !== 'timeout') return words
  const at = words.findIndex((word, place) => place > 0 && /^\d/.test(word))
  return at === -1 ? words : words.slice(at + 1)
}

type Typed = {
  readonly words: readonly string[]
  readonly folder: string
  readonly commands: readonly string[]
}

/** Of a Makefile: the recipes that are made, as they are written, and what says how all of them are run. */
function aroundRecipes({ words: [program = '', ...rest], folder, commands }: Typed): LineBehind[] {
  const name = program === 'make' ? 'Makefile' : program === 'just' ? 'justfile' : null
  if (name === null) return []
  const text = viewFolder(folder).text(name)
  const made = new Set(commands)
  const recipes = [...readCommands({ path: name, text })].flatMap(([goal, recipe]) => {
    const isMade = recipe.split('\n').some((line) => made.has(line.replace(/^[@-]+/, '')))
    return isMade || goal.split(/\s+/).some((one) => rest.includes(one)) ? [`${goal}: ${recipe.trim()}`] : []
  })
  const settings = text.split('\n').filter((line) => isSetting(line, recipes))
  return [...recipes, ...settings].map((line) => ({ path: name, text: line }))
}

/** Which shell runs recipes, what becomes of their failure, what else is read, and values that stand in them. */
function isSetting(line: string, recipes: readonly string[]): boolean {
  if (/^\.(?:IGNORE|ONESHELL|SHELLFLAGS|POSIX)\b|^-?s?include\b|^set\b/.test(line)) return true
  const [, name] = /^(?:export\s+|override\s+)*([\w.]+)\s*[:?+!]?:?=/.exec(line) ?? []
  if (name === undefined) return false
  if (/^(?:SHELL|(?:GNU)?MAKEFLAGS|PATH|NODE_OPTIONS|PYTHONPATH|\.SHELLFLAGS)$/.test(name)) return true
  return recipes.some((recipe) => new RegExp(`\\$[({]${name}[)}]|\\{\\{\\s*${name}\\s*\\}\\}`).test(recipe))
}

function placed({ path, text }: LineBehind, { root, folder }: { root: string; folder: string }): LineBehind {
  return { path: posix.join(below(root, folder), path), text }
}

function below(root: string, folder: string): string {
  return relative(root, folder).split(sep).join('/')
}
