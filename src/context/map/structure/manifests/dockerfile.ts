import type { Entrance, ManifestKind } from './manifest.ts'
import { imageName, imageRuntime } from './reading/image-runtime.ts'
import { joinedLinesOf } from './reading/lines-of.ts'

export const dockerfile: ManifestKind = {
  path: /(^|\/)((Docker|Container)file(\.[\w-]+)?|[\w-]+\.[Dd]ockerfile)$/,
  read: (_path, text) => {
    const lines = joinedLinesOf(text)
    const images = lines.flatMap((line) => /^\s*FROM\s+(?:--\S+\s+)?(\S{1,200})/i.exec(line)?.[1] ?? [])
    const started = lines.flatMap((line) => {
      const [, word = '', rest = ''] = /^\s*(ENTRYPOINT|CMD)\s+(.+)$/i.exec(line) ?? []
      return rest === '' ? [] : [{ word: word.toUpperCase(), command: commandOf(rest) }]
    })
    // What the last stage starts is what the image starts.
    const entry = started.findLast(({ word }) => word === 'ENTRYPOINT')?.command
    const command = started.findLast(({ word }) => word === 'CMD')?.command
    const line = [entry, command].filter((part) => part !== undefined && part !== '').join(' ')
    // Neither a shell alone nor what only hands signals on is a program of this project.
    const target = fromHere(line.replace(INIT, '').replace(SHELL, ''), lines)
    return {
      ecosystem: 'image',
      dependencies: images.flatMap((image) => imageName(image) ?? []),
      runtimes: images.flatMap((image) => imageRuntime(image) ?? []),
      entryPoints: ELSEWHERE.test(target) ? [] : [container(target)],
    }
  },
}

/** What only a variable names, and what is only in the image, nobody finds here. */
const ELSEWHERE = /^$|^"?[$/]/

/** What was copied into the image is known here by where it was copied from. */
function fromHere(command: string, lines: readonly string[]): string {
  const [program = '', ...rest] = command.split(' ')
  if (!program.startsWith('/')) return command
  const name = program.slice(program.lastIndexOf('/') + 1)
  const sources = lines.flatMap((line) => {
    const [, flags = '', source = '', target] = COPY.exec(line) ?? []
    if (flags.includes('--from') || !source.endsWith(name)) return []
    return target === program || target === program.slice(0, -name.length)
      ? [source.replace(/^\.\//, '')]
      : []
  })
  return [sources.at(-1) ?? program, ...rest].join(' ')
}

const COPY = /^\s*(?:COPY|ADD)\s+((?:--\S{1,200}\s+)*)([\w./-]{1,200})\s+(\/\S{1,200})\s*$/i

const INIT = /^(?:\/(?:\S*\/)?)?(?:tini|dumb-init|catatonit)(?:\s+-\S*)*(?:\s+|$)/
const SHELL = /^(?:\/(?:\S*\/)?bin\/)?(?:ba|da|a|z)?sh(?:\s+-[lci]+)*(?:\s+|$)/

function container(target: string): Entrance {
  return { kind: 'container', name: null, target, isCommand: true }
}

/** Either a list of words as JSON, or a line of shell. */
function commandOf(text: string): string {
  try {
    const words: unknown = JSON.parse(text)
    return Array.isArray(words) ? words.filter((word) => typeof word === 'string').join(' ') : ''
  } catch {
    return text.trim()
  }
}
