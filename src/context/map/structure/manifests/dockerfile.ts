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
    const target = line.replace(INIT, '').replace(SHELL, '')
    return {
      ecosystem: 'image',
      dependencies: images.flatMap((image) => imageName(image) ?? []),
      runtimes: images.flatMap((image) => imageRuntime(image) ?? []),
      entryPoints: target === '' ? [] : [container(target)],
    }
  },
}

const INIT = /^(?:\/\S*\/)?(?:tini|dumb-init|catatonit)(?:\s+-\S*)*(?:\s+|$)/
const SHELL = /^(?:\/(?:usr\/)?bin\/)?(?:ba|da|a|z)?sh(?:\s+-[lci]+)*(?:\s+|$)/

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
