import { Fault } from '#words/fault.ts'

/** The paths that a focus means: a file, or all that lies below a folder. One that means nothing is a mistake of who typed it. */
export function findFocus(paths: readonly string[], wanted: readonly string[]): ReadonlySet<string> {
  return new Set(
    wanted.flatMap((wish) => {
      const found = below(paths, wish)
      if (found.length === 0) throw nothingThere(paths, wish)
      return found
    }),
  )
}

function below(paths: readonly string[], wish: string): readonly string[] {
  const place = wish.replaceAll('\\', '/').replace(/^(\.\/)+|\/+$/g, '')
  if (place === '' || place === '.') return paths
  return paths.filter((path) => path === place || path.startsWith(`${place}/`))
}

function nothingThere(paths: readonly string[], wish: string): Fault {
  const name = wish.slice(Math.max(wish.lastIndexOf('/'), wish.lastIndexOf('\\')) + 1).toLowerCase()
  const alike = paths.find((path) => path.slice(path.lastIndexOf('/') + 1).toLowerCase() === name)
  return new Fault({
    kind: 'user',
    code: 'no-focus',
    message: `--focus ${wish} is no file or folder of this map: it is not there, or git ignores it, or the configuration leaves it out.`,
    hint: alike === undefined ? 'git ls-files' : `keel map --focus ${alike}`,
  })
}
