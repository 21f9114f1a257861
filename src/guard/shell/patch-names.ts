/** The files that a patch names, in all the ways in which patches name files, with so many folders cut off in front. */
export function patchNames(text: string, strip: readonly number[]): readonly string[] {
  const named = new Set<string>()
  for (const whole of text.split('\n')) {
    const line = whole.slice(0, LINE_MAX)
    const heading = /^(?:---|\+\+\+) ("?)([^\t\r\n"]+)\1/.exec(line)?.[2]
    if (heading !== undefined && heading !== '/dev/null')
      for (const count of strip) named.add(heading.split('/').slice(count).join('/'))
    // These come without a folder in front.
    const renamed = /^(?:rename|copy) (?:to|from) "?([^\r\n"]+)/.exec(line)?.[1]
    if (renamed !== undefined) named.add(renamed)
    // A file without text, or of which only the mode changes, has no other line.
    const both = /^diff --git "?a\/(.+?)"? "?b\/(.+?)"?\r?$/.exec(line)
    if (both !== null) for (const name of both.slice(1)) named.add(name)
  }
  named.delete('')
  return [...named].slice(0, NAMES_MAX)
}

const LINE_MAX = 2000
const NAMES_MAX = 1000
