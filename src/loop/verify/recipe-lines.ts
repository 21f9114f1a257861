/** The lines that are run to make a goal of a Makefile or a justfile, those of what it needs before its own. */
export function recipeLines(text: string, goal: string): string[] {
  return goalsBehind(text, goal).flatMap((name) => linesOf(text, name))
}

/** In the order in which they are made. */
function goalsBehind(text: string, goal: string): string[] {
  const above = new Set<string>()
  const find = (name: string): string[] => {
    const source = `^${name.replaceAll('.', '\\.')}(?: [^:=\\n]*)?::?(?!=)([^\\n#]*)`
    const [, needed] = new RegExp(source, 'm').exec(text) ?? []
    if (needed === undefined || above.has(name)) return []
    above.add(name)
    return [
      ...needed
        .split(/\s+/)
        .filter((word) => /^[\w.-]+$/.test(word))
        .flatMap(find),
      name,
    ]
  }
  return find(goal)
}

function linesOf(text: string, goal: string): string[] {
  const lines = text.split('\n')
  const at = lines.findIndex((line) => line.startsWith(`${goal}:`) || line.startsWith(`${goal} `))
  const body = lines.slice(at + 1)
  const end = body.findIndex((line) => line !== '' && !/^\s/.test(line))
  return body
    .slice(0, end === -1 ? body.length : end)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
}
