import { dirname, join, relative, sep } from 'node:path'
import { isWithin } from '#kit/confine.ts'
import { namesIn } from '#kit/files.ts'
import type { Tampering } from '#words/evidence.ts'
import { commandsBehind } from './commands-behind.ts'
import { viewFolder } from './view-folder.ts'

/**
 * Programs of the system that the tests would be run with, and that a folder of the project has put its own in the place of:
 * package managers look into `node_modules/.bin` first, and no hash of a tree tells what is in there. One that a package brings
 * is named in the manifest or in the lock file.
 */
export function findFalsePrograms({ root, command }: { root: string; command: string }): Tampering[] {
  const started = commandsBehind({ root, command }).map(({ folder }) => folder)
  const folders = new Set([root, ...started].flatMap((folder) => upTo(root, folder)))
  return [...folders].flatMap((folder) => {
    const bin = join(folder, 'node_modules', '.bin')
    return namesIn(bin).flatMap((name): Tampering[] => {
      const program = name.replace(/\.(?:cmd|ps1|exe|bat)$/i, '')
      if (!OF_THE_SYSTEM.test(program) || isBrought(program, [folder, root])) return []
      const path = relative(root, join(bin, name)).split(sep).join('/')
      const text = `\`${program}\` is started from ${dirname(path)}, in the place of the system’s own.`
      return [{ kind: 'command-changed', path, line: null, text }]
    })
  })
}

function upTo(root: string, folder: string): string[] {
  if (!isWithin(root, folder) || folder === root) return [root]
  return [folder, ...upTo(root, dirname(folder))]
}

const OF_THE_SYSTEM =
  /^(?:node|nodejs|npm|npx|yarn|pnpm|pnpx|bun|bunx|deno|corepack|python[\d.]*|pip[\d.]*|uv|go|cargo|rustc|ruby|bundle|rake|java|mvn|gradle|dotnet|php|composer|sh|bash|zsh|dash|env|git|make|just|cat|echo|printf|cp|mv|rm|sed|grep|test|true|which)$/

/** Whether a package of that name, or of one that is known to bring it, is asked for here. What engines are wanted asks for none. */
function isBrought(program: string, folders: readonly string[]): boolean {
  const packages = [program, ...(BRINGS[program] ?? [])]
  const locked = new RegExp(
    `node_modules/(?:${packages.join('|')})"\\s*:|(?:^|[\\s"'[])(?:${packages.join('|')})@\\S*\\d`,
    'm',
  )
  return folders.some((folder) => {
    const { text } = viewFolder(folder)
    return (
      packages.some((name) => isAskedFor(name, text('package.json'))) ||
      LOCKS.some((name) => locked.test(text(name)))
    )
  })
}

function isAskedFor(name: string, manifest: string): boolean {
  try {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(manifest) ?? {}
    return Object.hasOwn({ ...dependencies, ...devDependencies, ...optionalDependencies }, name)
  } catch {
    return false
  }
}

const LOCKS = ['package-lock.json', 'yarn.lock', 'pnpm-lock.yaml', 'bun.lock']
const BRINGS: Readonly<Record<string, readonly string[]>> = {
  npx: ['npm'],
  pnpx: ['pnpm'],
  bunx: ['bun'],
}
