/** The files that a sentence names: what stands in backticks or bare, and can be nothing but a path. */
export function pathsIn(sentence: string): string[] {
  // Where a link leads to is there to be read.
  const text = sentence.replaceAll(/\]\([^)\s]*\)/g, '] ')
  const quoted = [...text.matchAll(/`([^`\s]+)`/g)].map(([, path = '']) => path)
  const bare = [...text.replaceAll(/`[^`]*`|\bhttps?:\S+/g, ' ').matchAll(BARE)].map(([path]) => path)
  const alone = [...text.matchAll(WELL_KNOWN)].map(([path]) => path)
  const paths = [...quoted, ...bare, ...alone].map(trimmed).filter(isPath)
  return [...new Set(paths)]
}

/** So well known that nobody needs to quote them. */
const WELL_KNOWN =
  /(?<![\w/.`-])(?:package|tsconfig)\.json\b|(?<![\w/.`-])(?:pyproject|Cargo)\.toml\b|(?<![\w/.`-])(?:README|CHANGELOG)\.md\b|(?<![\w/.`-])\.[a-z][\w-]*(?:ignore|rc|config)(?:\.[a-z]+)?\b/g

const BARE = /(?<![\w/.:@~-])(?:[\w.@[\]()*-]+\/)+[\w.@[\]*-]*/g

/** Without the full stop of the sentence, the line in the file, and what is called there. */
function trimmed(path: string): string {
  return path
    .replace(/(?::\d+(?:-\d+)?|#.*|\(\))$/, '')
    .replace(/[.,;:)]+$/, '')
    .replace(/^\.\//, '')
}

/** An address such as `/api/users`, a package such as `@scope/name` and a choice such as `and/or` are no files. */
function isPath(path: string): boolean {
  if (path.startsWith('/') || path.startsWith('~') || path.includes('://') || /^\.\.?$/.test(path))
    return false
  if (/(?:^|\/)\.\.(?:\/|$)/.test(path) || /[<>{}|\\$"'=,;]/.test(path)) return false
  if (path.endsWith('/')) return path.length > 1
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (path.includes('/')) return /\.[A-Za-z][A-Za-z0-9]{0,7}$/.test(name) || NAMES.test(name)
  return EXTENSIONS.test(name) || NAMES.test(name)
}

/** A name that begins with a dot is that of a file, if it is no number and nothing that is called: `.5`, `.map()`. */
const NAMES =
  /^(?:Dockerfile|Makefile|Procfile|Gemfile|Rakefile|\.(?:env[.\w]*|[a-z][\w-]*(?:ignore|rc|config|attributes|modules)))$/

/** In a bare name, so that neither `console.log` nor `v1.2` is taken for a file. */
const EXTENSIONS =
  /^\.?[\w@-][\w.@-]*\.(?:[cm]?[jt]sx?|json|ya?ml|toml|md|py|rs|go|rb|java|kt|cs|php|swift|c|h|cpp|hpp|html?|s?css|sql|sh|lock|xml|vue|svelte|astro|prisma|proto|gradle|csv|txt|ini|cfg)$/
